"use strict";
// Draws what `ferry stream` measured: report.data as its --json has it, with the pictures of the film.
const modes = report.data.modes;
const modeColor = { blocking: 2, direct: 5, copy: 1 };
const colorOf = (mode) => modeColor[mode.mode] || 1;
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const place = (id) => document.getElementById(id);
const ms = (value) => value === null || value === undefined ? "" : `${Number(value.toPrecision(3))} ms`;

function bytes(value) {
  if (value === null || value === undefined) return "";
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < 4) { value /= 1024; ++unit; }
  return `${Number(value.toPrecision(3))} ${units[unit]}`;
}

// All modes fly the same path, so their frames have the same numbers; how long the last ones stand differs.
const frames = Math.max(0, ...modes.map((mode) => mode.frames.time_ms.length));
const numbers = Array.from({ length: frames }, (_, i) => i);
const padded = (values) => numbers.map((i) => i < values.length ? values[i] : null);

function frameTimes() {
  report.plot(place("plots"), {
    title: "Frame time by frame, in ms; dots are hitches (drag to zoom, double-click for all)",
    x: numbers, log: true, height: 360, format: ms,
    series: [
      ...modes.map((mode) => ({ label: mode.mode, color: colorOf(mode), values: padded(mode.frames.time_ms) })),
      ...modes.map((mode) => ({
        label: `${mode.mode}: hitches`, color: colorOf(mode), kind: "points",
        values: padded(mode.frames.time_ms.map((time, i) => mode.frames.hitch[i] ? time : null)),
      })),
    ],
  });
}

// Over this many frames, since single ones end with a texture or without.
const kWindow = 15;

function rates(mode) {
  const { streamed_bytes: streamed, time_ms: times } = mode.frames;
  let sum = 0;
  let wall = 0;
  return streamed.map((_, i) => {
    sum += streamed[i] - (i >= kWindow ? streamed[i - kWindow] : 0);
    wall += times[i] - (i >= kWindow ? times[i - kWindow] : 0);
    return wall > 0 ? sum / wall / 1e6 : 0;
  });
}

function overFrames() {
  const one = (title, values, format) => report.plot(place("plots"), {
    title, x: numbers, format,
    series: modes.map((mode) => ({ label: mode.mode, color: colorOf(mode), values: padded(values(mode)) })),
  });
  one(`Textures that became complete, in GB/s over ${kWindow} frames`, rates, (value) => value === null ? "" : String(Number(value.toPrecision(3))));
  one("GPU memory of textures", (mode) => mode.frames.memory_bytes, bytes);
  one("Tiles that are waited for", (mode) => mode.frames.pending);
  one("The CPU waited for the GPU, in ms of each frame", (mode) => mode.frames.waited_ms, ms);
}

function histogram(title, name) {
  const limits = [...new Set(modes.flatMap((mode) => mode[name].below_ms))];
  limits.sort((a, b) => a === null ? 1 : b === null ? -1 : a - b);
  if (limits.length === 0) return;
  report.plot(place("plots"), {
    title, kind: "bars", labels: limits.map((limit) => limit === null ? "more" : `< ${ms(limit)}`),
    series: modes.map((mode) => ({
      label: mode.mode, color: colorOf(mode),
      values: limits.map((limit) => {
        const at = mode[name].below_ms.indexOf(limit);
        return at < 0 ? 0 : mode[name].counts[at];
      }),
    })),
  });
}

// Rows of the timeline below the two queues: requests whose times overlap lie in different ones.
const kRequestRows = 40;

function requestRows(requests, end) {
  const order = requests.asked_ms.map((_, i) => i).sort((a, b) => requests.asked_ms[a] - requests.asked_ms[b]);
  const free = new Array(kRequestRows).fill(-Infinity);
  const bars = [];
  let left_out = 0;
  for (const i of order) {
    const from = requests.asked_ms[i];
    const to = requests.ended_ms[i] === null ? end : requests.ended_ms[i];
    const row = free.findIndex((until) => until <= from);
    if (row < 0) { ++left_out; continue; }
    free[row] = to;
    bars.push({ i, row, from, to });
  }
  return { bars, left_out };
}

function timeline(mode) {
  const { queues, requests } = mode;
  const times = mode.frames.begin_ms;
  const end = times.length === 0 ? 1 : times[times.length - 1] + mode.frames.time_ms[times.length - 1];
  const { bars, left_out } = requestRows(requests, end);
  const rows = 2.5 + Math.max(1, ...bars.map((bar) => bar.row + 1));
  // Rows from the top: DIRECT, COPY, half a row of nothing, requests.
  const y = (row) => rows - row;
  const rectangles = [];
  const add = (row, from, to, color, words) => rectangles.push({ row, from, to, color, words });
  const queue = (row, name, spans) => spans.begin_ms.forEach((from, i) => add(
    row, from, spans.end_ms[i], "--series-" + (row === 0 ? 3 : 1),
    () => `${name} busy for ${ms(spans.end_ms[i] - from)}${spans.bytes[i] > 0 ? `, ${bytes(spans.bytes[i])}` : ""}`));
  queue(0, "DIRECT", queues.direct);
  queue(1, "COPY", queues.copy);
  const priorityColor = { immediate: 2, high: 5, normal: 6, low: 7, background: 7 };
  for (const { i, row, from, to } of bars) {
    const ready = requests.outcome[i] === "ready";
    add(row + 2.5, from, to, ready ? `--series-${priorityColor[requests.last_priority[i]]}` : "--line",
        () => `tile ${requests.tile[i]}, ${bytes(requests.bytes[i])}, ${requests.last_priority[i]}: ` +
              `${requests.outcome[i]} after ${ms(to - from)}`);
  }
  const where = place(`timeline-${mode.mode}`);
  const under = document.createElement("p");
  under.className = "quiet";
  const usual = "Green: DIRECT. Blue: COPY. Below: requests, from asking to their end, by priority; grey ones were cancelled." +
                (left_out > 0 ? ` ${left_out} of ${requests.tile.length} found no row and are not drawn.` : "");
  under.textContent = usual;
  const plot = report.plot(where, {
    title: `Timeline of ${mode.mode}, in ms (drag to zoom, double-click for all)`,
    x: [0, end], height: 420, series: [{ label: "from and to", values: [0, rows] }], format: () => "",
    options: {
      legend: { show: false },
      scales: { x: { time: false }, y: { range: [0, rows] } },
      series: [{}, { show: true, stroke: "transparent", points: { show: false } }],
      axes: [
        { stroke: () => css("--quiet"), grid: { stroke: () => css("--line"), width: 1 } },
        { stroke: () => css("--quiet"), size: 84, grid: { show: false }, splits: () => [y(0.5), y(1.5), y(3)],
          values: () => ["DIRECT", "COPY", "requests"] },
      ],
      hooks: {
        draw: [(u) => {
          u.ctx.save();
          u.ctx.beginPath();
          u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
          u.ctx.clip();
          const { min, max } = u.scales.x;
          for (const one of rectangles) {
            if (one.to < min || one.from > max) continue;
            const left = u.valToPos(one.from, "x", true);
            const top = u.valToPos(y(one.row + 0.1), "y", true);
            u.ctx.fillStyle = css(one.color);
            u.ctx.fillRect(left, top, Math.max(1, u.valToPos(one.to, "x", true) - left),
                           Math.max(1, u.valToPos(y(one.row + 0.9), "y", true) - top));
          }
          u.ctx.restore();
        }],
        setCursor: [(u) => {
          const time = u.posToVal(u.cursor.left, "x");
          const row = rows - u.posToVal(u.cursor.top, "y");
          const near = (u.scales.x.max - u.scales.x.min) / Math.max(1, u.bbox.width) * devicePixelRatio * 2;
          const found = u.cursor.left < 0 ? undefined : rectangles.findLast((one) =>
            one.row <= row && row < one.row + 1 && one.from - near <= time && time <= one.to + near);
          under.textContent = found === undefined ? usual : `${ms(found.from)}: ${found.words()}`;
        }],
      },
    },
  });
  // Fingers cannot drag over a plot without moving the page.
  const buttons = document.createElement("p");
  const zoom = (name, change) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", () => {
      const { min, max } = u_range(plot);
      const [from, to] = change(min, max);
      plot.setScale("x", { min: Math.max(0, from), max: Math.min(end, to) });
    });
    buttons.append(button, " ");
  };
  const u_range = (u) => ({ min: u.scales.x.min, max: u.scales.x.max });
  zoom("closer", (min, max) => [min + (max - min) / 4, max - (max - min) / 4]);
  zoom("farther", (min, max) => [min - (max - min) / 2, max + (max - min) / 2]);
  zoom("earlier", (min, max) => min <= 0 ? [min, max] : [min - (max - min) / 2, max - (max - min) / 2]);
  zoom("later", (min, max) => max >= end ? [min, max] : [min + (max - min) / 2, max + (max - min) / 2]);
  zoom("all", () => [0, end]);
  where.append(buttons, under);
  where.dataset.drawn = String(rectangles.length);
}

function film(mode) {
  const strip = place(`film-${mode.mode}`);
  for (const picture of mode.film || []) {
    const figure = document.createElement("figure");
    const image = document.createElement("img");
    image.src = `data:image/png;base64,${picture.png_base64}`;
    image.width = picture.width;
    image.height = picture.height;
    image.alt = `frame ${picture.frame} of ${mode.mode}`;
    const caption = document.createElement("figcaption");
    caption.textContent = `frame ${picture.frame}`;
    figure.append(image, caption);
    strip.append(figure);
  }
}

if (frames > 0) {
  frameTimes();
  overFrames();
  histogram("Frames of the flight by their time", "frame_histogram");
  histogram("Tiles by the time from request to ready", "ready_histogram");
}
for (const mode of modes) {
  timeline(mode);
  film(mode);
}
report.finish();
