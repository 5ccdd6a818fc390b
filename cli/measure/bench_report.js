"use strict";
// Draws the plots that the tables name, from the tables' rows.
for (const table of report.data.tables) {
  const parent = document.getElementById(`plots-${table.name}`);
  const column = (key) => table.columns.find((one) => one.key === key);
  const bytes = (value) => {
    const units = ["B", "KiB", "MiB", "GiB"];
    let unit = 0;
    while (value >= 1024 && unit < 3) { value /= 1024; ++unit; }
    return `${Number(value.toPrecision(3))} ${units[unit]}`;
  };
  const text = (key, value) => column(key).unit === "bytes" ? bytes(value) : String(value);
  const middle = (cell) => cell === null ? null : typeof cell === "object" ? cell.median : cell;
  const bound = (cell, which) => cell !== null && typeof cell === "object" ? cell[which] : null;
  for (const plot of table.plots) {
    const places = [...new Set(table.rows.map((row) => row[plot.x]))];
    const names = plot.split ? [...new Set(table.rows.map((row) => row[plot.split]))] : plot.values;
    const series = names.map((name) => {
      const cells = places.map((place) => {
        const row = table.rows.find((one) => one[plot.x] === place && (!plot.split || one[plot.split] === name));
        return row === undefined ? null : row[plot.split ? plot.values[0] : name];
      });
      return {
        label: plot.split ? name : column(name).title,
        values: cells.map(middle),
        low: cells.map((cell) => bound(cell, "q1")),
        high: cells.map((cell) => bound(cell, "q3")),
      };
    });
    report.plot(parent, {
      title: plot.title, labels: places.map((place) => text(plot.x, place)), kind: plot.kind, log: plot.log, series,
      ...(column(plot.values[0]).unit === "bytes" && { format: (value) => value === null ? "" : bytes(value) }),
    });
  }
}
report.finish();
