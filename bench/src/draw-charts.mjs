import { number } from "./format.mjs";

/** @import { Bars } from "./types.ts" */

const width = 1000;
const barsFrom = 420;
const barsTo = 880;
const rowHeight = 24;
const colours = { ours: "#0f766e", baseline: "#94a3b8", peer: "#c2703d" };

/**
 * Bar charts below each other, as an SVG document.
 * @param {readonly Bars[]} charts
 */
export function drawCharts(charts) {
  let top = 0;
  const parts = charts.map((chart) => {
    const drawn = `<g transform="translate(0 ${top})">${drawChart(chart)}</g>`;
    top += chartHeight(chart);
    return drawn;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" font-family="system-ui, sans-serif" font-size="13" fill="#1e293b">`,
    `<rect width="${width}" height="${top}" fill="#ffffff"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

/** @param {Bars} chart */
function chartHeight(chart) {
  return 60 + chart.bars.length * rowHeight;
}

/** @param {Bars} chart */
function drawChart({ title, unit, better, bars }) {
  const most = Math.max(...bars.map(({ high }) => high), Number.MIN_VALUE);
  const x = (/** @type {number} */ value) =>
    barsFrom + (Math.max(value, 0) / most) * (barsTo - barsFrom);
  const rows = bars.map(({ name, kind, value, low, high }, index) => {
    const y = 44 + index * rowHeight;
    const middle = y + rowHeight / 2 - 3;
    return [
      `<text x="${barsFrom - 10}" y="${middle + 4}" text-anchor="end">${escapeText(name)}</text>`,
      `<rect x="${barsFrom}" y="${y}" width="${round(x(value) - barsFrom)}" height="${rowHeight - 6}" rx="2" fill="${colours[kind]}"/>`,
      `<path d="M${round(x(low))} ${middle}H${round(x(high))}" stroke="#1e293b" stroke-width="1.5"/>`,
      `<text x="${round(x(high) + 8)}" y="${middle + 4}">${number(value)} ${escapeText(unit)}</text>`,
    ].join("");
  });
  const heading = `<text x="16" y="28" font-size="15" font-weight="600">${escapeText(title)}</text>`;
  const hint = `<text x="${width - 16}" y="28" text-anchor="end" fill="#64748b">${better} is better; line: lowest to highest run</text>`;
  return [heading, hint, ...rows].join("\n");
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** @param {string} text */
function escapeText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
