"use strict";
// What every report has: the data, plots of it by uPlot, and a summary of what was drawn, for tests.
//
// report.data               the report's data, as its --json has it
// report.plot(parent, spec) draws into an element and gives the uPlot. The spec:
//   title   in words, with the unit
//   labels  names of places along x; or x: numbers, where distances between them count
//   series  [{label, values, low, high, color}]: one value for each place; null where there is none; low and
//           high, where given, are drawn as a whisker; color 1 to 8 (default: in turn); kind "points" makes
//           one series of a plot of lines into points
//   kind    "lines" (default), "bars" or "points"
//   log     a logarithmic y axis
//   height  in pixels (default 300)
//   format  number to text
//   options more options of uPlot's, merged over the ones made here
// report.finish()           writes the summary; call it last
const report = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const errors = [];
  const plots = [];
  window.ferryPlots = plots;
  window.addEventListener("error", (event) => errors.push(String(event.message)));

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const number = (value) => {
    if (value === null || value === undefined) return "";
    const size = Math.abs(value);
    if (size >= 1e6) return (value / 1e6).toPrecision(3) + " M";
    if (size >= 1e4) return (value / 1e3).toPrecision(3) + " k";
    return size !== 0 && size < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
  };

  // Bars side by side at each place; uPlot's own stand on each other's.
  function bars(u, spec) {
    const shown = spec.series.map((_, i) => i + 1).filter((i) => u.series[i].show);
    const place = (u.valToPos(1, "x", true) - u.valToPos(0, "x", true)) * 0.8;
    const width = place / Math.max(1, shown.length);
    const floor = u.bbox.top + u.bbox.height;
    shown.forEach((i, turn) => {
      u.ctx.fillStyle = u.series[i].stroke();
      u.data[i].forEach((value, at) => {
        if (value === null || value === undefined) return;
        const left = u.valToPos(u.data[0][at], "x", true) - place / 2 + turn * width;
        const top = u.valToPos(value, "y", true);
        u.ctx.fillRect(left + width * 0.05, top, width * 0.9, Math.max(1, floor - top));
      });
    });
  }

  function whiskers(u, spec) {
    const shown = spec.series.map((_, i) => i + 1).filter((i) => u.series[i].show);
    const place = (u.valToPos(1, "x", true) - u.valToPos(0, "x", true)) * 0.8;
    const width = place / Math.max(1, shown.length);
    u.ctx.lineWidth = Math.max(1, devicePixelRatio);
    shown.forEach((i, turn) => {
      const one = spec.series[i - 1];
      if (!one.low || !one.high) return;
      u.ctx.strokeStyle = spec.kind === "bars" ? color("--front") : u.series[i].stroke();
      u.ctx.beginPath();
      one.low.forEach((low, at) => {
        const high = one.high[at];
        if (low === null || high === null || low === undefined || high === undefined) return;
        const middle = u.valToPos(u.data[0][at], "x", true);
        const x = spec.kind === "bars" ? middle - place / 2 + (turn + 0.5) * width : middle;
        u.ctx.moveTo(x, u.valToPos(low, "y", true));
        u.ctx.lineTo(x, u.valToPos(high, "y", true));
      });
      u.ctx.stroke();
    });
  }

  function inside(u, draw) {
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    u.ctx.clip();
    draw();
    u.ctx.restore();
  }

  function yRange(spec) {
    return (u, least, most) => {
      const all = spec.series.flatMap((one) => [...one.values, ...(one.low || []), ...(one.high || [])])
        .filter((value) => Number.isFinite(value) && (!spec.log || value > 0));
      if (all.length === 0) return spec.log ? [1, 10] : [0, 1];
      const top = Math.max(...all);
      if (!spec.log) return [Math.min(0, ...all), top > 0 ? top * 1.08 : 1];
      return [10 ** Math.floor(Math.log10(Math.min(...all)) - 0.01), 10 ** Math.ceil(Math.log10(top) + 0.01)];
    };
  }

  function options(spec, width) {
    const axis = { stroke: () => color("--quiet"), grid: { stroke: () => color("--line"), width: 1 },
                   ticks: { stroke: () => color("--line"), width: 1 } };
    const format = spec.format || number;
    const x = { ...axis };
    if (spec.labels) {
      // Rotated, a label takes some 20 pixels: where there are more, every second one stands, or fewer.
      const step = Math.max(1, Math.ceil(spec.labels.length * 20 / (width - 100)));
      x.splits = () => spec.labels.map((_, i) => i).filter((i) => i % step === 0);
      x.values = (u, splits) => splits.map((i) => spec.labels[i]);
      if (Math.max(0, ...spec.labels.map((label) => label.length)) * 7 * spec.labels.length > width - 80) {
        x.rotate = -40;
        x.size = 90;
      }
    }
    const lines = spec.kind === undefined || spec.kind === "lines";
    return {
      width, height: spec.height || 300,
      scales: {
        x: { time: false, ...(spec.labels && { range: [-0.5, spec.labels.length - 0.5] }) },
        y: { distr: spec.log ? 3 : 1, range: yRange(spec) },
      },
      axes: [x, { ...axis, size: 84, values: (u, splits) => splits.map((value) => format(value)) }],
      series: [
        { label: "at", value: (u, value) => value === null ? "" : spec.labels ? spec.labels[value] : format(value) },
        ...spec.series.map((one, i) => {
          const asLine = lines && one.kind !== "points";
          return {
            label: one.label,
            stroke: () => color(`--series-${one.color || i % 8 + 1}`),
            width: asLine ? 2 : 0,
            paths: asLine ? undefined : () => null,
            points: { show: spec.kind !== "bars" && (!asLine || one.values.length < 40), ...(lines && !asLine && { size: 9 }) },
            value: (u, value) => format(value),
          };
        }),
      ],
      hooks: {
        drawClear: [(u) => { if (spec.kind === "bars") inside(u, () => bars(u, spec)); }],
        draw: [(u) => inside(u, () => whiskers(u, spec))],
      },
      ...spec.options,
    };
  }

  function plot(parent, spec) {
    const card = document.createElement("div");
    card.className = "plot";
    const title = document.createElement("h3");
    title.textContent = spec.title;
    card.append(title);
    parent.append(card);
    const width = () => Math.max(240, card.clientWidth - 18);
    const x = spec.labels ? spec.labels.map((_, i) => i) : spec.x;
    const drawn = new uPlot(options(spec, width()), [x, ...spec.series.map((one) => one.values)], card);
    plots.push({ title: spec.title, labels: spec.labels || null, plot: drawn });
    new ResizeObserver(() => {
      if (drawn.width !== width()) drawn.setSize({ width: width(), height: spec.height || 300 });
    }).observe(card);
    return drawn;
  }

  matchMedia("(prefers-color-scheme: dark)")
    .addEventListener("change", () => plots.forEach((one) => one.plot.redraw()));

  function finish() {
    const summary = document.createElement("script");
    summary.type = "application/json";
    summary.id = "drawn";
    const drawn = plots.map(({ title, labels, plot: u }) => ({
      title, labels, series: u.series.slice(1).map((one, i) => ({ label: one.label, values: Array.from(u.data[i + 1]) })),
    }));
    summary.textContent = JSON.stringify({ plots: drawn, errors }).replaceAll("<", "\\u003c");
    document.body.append(summary);
  }

  return { data, plot, finish };
})();
