// A plot as SVG: panels in a grid, each with its axes, one line per series, one legend for all. Colours are chosen to be told
// apart on light and dark grounds and by colour-blind readers; series differ in their marks as well. Points that took too long
// are hollow.

import type { Axis, Panel, Plot, Point } from '../table.js';
import { type Scale, scaleOf } from './axis.js';

const panel = { width: 250, height: 190, left: 52, right: 12, top: 26, bottom: 34 };
const perLine = 3;
/** Above the legend, and each of its lines. */
const head = 44;
const legendLine = 18;
const foot = 12;

const styleSheet = `
text { font: 11px system-ui, sans-serif; fill: #3d444d; }
.title { font-size: 15px; font-weight: 600; }
.panel { font-size: 12px; font-weight: 600; }
.frame { fill: none; stroke: #8b949e; }
.grid { stroke: #8b949e; stroke-opacity: 0.25; }
.line { fill: none; stroke-width: 1.6; }
.hollow { fill: #ffffff; }
.ground { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
  text { fill: #c9d1d9; }
  .hollow, .ground { fill: #0d1117; }
}`;

const looks = [
  { colour: '#0072b2', mark: 'circle' },
  { colour: '#d55e00', mark: 'square' },
  { colour: '#009e73', mark: 'diamond' },
  { colour: '#cc79a7', mark: 'triangle' },
  { colour: '#b8860b', mark: 'cross' },
  { colour: '#56b4e9', mark: 'plus' },
  { colour: '#7b61c9', mark: 'circle' },
  { colour: '#8c564b', mark: 'square' },
] as const;
type Look = (typeof looks)[number];

export function plotSvg(plot: Plot): string {
  const names = [...new Set(plot.panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  const look = (name: string): Look => looks[names.indexOf(name) % looks.length];
  const columns = Math.max(1, Math.min(perLine, plot.panels.length));
  const lines = Math.ceil(plot.panels.length / columns);
  const width = columns * panel.width;
  const legend = placed(names, width);
  const top = head + (Math.max(0, ...legend.map(({ line }) => line)) + 1) * legendLine;
  const height = top + lines * panel.height + foot;
  const body = [
    `<rect class="ground" width="${width}" height="${height}"/>`,
    text(12, 22, plot.title, 'class="title"'),
    ...legend.map(({ name, x, line }) => {
      const y = head + line * legendLine;
      return mark(x, y - 2, look(name), false) + text(x + 9, y + 2, name);
    }),
    ...plot.panels.map((one, i) =>
      group(
        (i % columns) * panel.width,
        top + Math.floor(i / columns) * panel.height,
        panelSvg(one, plot, look),
      ),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(plot.title)}">
<style>${styleSheet}
</style>
${body.join('\n')}
</svg>
`;
}

/** The names of the legend, in as many lines as they need. */
function placed(names: readonly string[], width: number): { name: string; x: number; line: number }[] {
  let x = 20;
  let line = 0;
  return names.map((name) => {
    const size = 28 + name.length * 6.5;
    if (x > 20 && x + size > width) {
      x = 20;
      line++;
    }
    const place = { name, x, line };
    x += size;
    return place;
  });
}

function panelSvg({ title, series }: Panel, plot: Plot, look: (name: string) => Look): string {
  const pointsOf = (one: Panel): Point[] => one.series.flatMap(({ points }) => points);
  const left = panel.left;
  const right = panel.width - panel.right;
  const bottom = panel.height - panel.bottom;
  const xs = pointsOf({ title, series }).map((point) => point.x);
  // Panels have the same heights, so that they can be compared; sizes are each family's own.
  const ys = plot.panels.flatMap(pointsOf).map((point) => point.y);
  const x = scaleOf(xs, plot.x, left, right, [...new Set(xs)]);
  const y = scaleOf(ys, plot.y, bottom, panel.top);
  return [
    text((left + right) / 2, 16, title, 'class="panel" text-anchor="middle"'),
    ...x.ticks.map(({ at, label }) => tickX(x.place(at), label, bottom)),
    ...y.ticks.map(({ at, label }) => tickY(y.place(at), label, left, right)),
    `<rect class="frame" x="${left}" y="${panel.top}" width="${right - left}" height="${bottom - panel.top}"/>`,
    axisLabels(plot.x, plot.y),
    ...series.map((one) => seriesSvg(one.points, x, y, look(one.name))),
  ].join('\n');
}

const tickX = (x: number, label: string, bottom: number): string =>
  `<line class="grid" x1="${r(x)}" x2="${r(x)}" y1="${panel.top}" y2="${bottom}"/>${text(x, bottom + 13, label, 'text-anchor="middle"')}`;

const tickY = (y: number, label: string, left: number, right: number): string =>
  `<line class="grid" x1="${left}" x2="${right}" y1="${r(y)}" y2="${r(y)}"/>${text(left - 4, y + 4, label, 'text-anchor="end"')}`;

const axisLabels = (x: Axis, y: Axis): string =>
  [
    text((panel.left + panel.width - panel.right) / 2, panel.height - 8, x.label, 'text-anchor="middle"'),
    `<g transform="translate(12 ${(panel.top + panel.height - panel.bottom) / 2}) rotate(-90)">${text(0, 0, y.label, 'text-anchor="middle"')}</g>`,
  ].join('');

function seriesSvg(points: readonly Point[], x: Scale, y: Scale, look: Look): string {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  const places = sorted.map((point) => `${r(x.place(point.x))},${r(y.place(point.y))}`);
  return [
    `<polyline class="line" stroke="${look.colour}" points="${places.join(' ')}"/>`,
    ...sorted.map((point) => mark(x.place(point.x), y.place(point.y), look, point.over === true)),
  ].join('\n');
}

function mark(x: number, y: number, { colour, mark: kind }: Look, hollow: boolean): string {
  const fill = hollow ? 'class="hollow"' : `fill="${colour}"`;
  const paint = `${fill} stroke="${colour}" stroke-width="1.6"`;
  const path = (d: string): string => `<path d="M${r(x)} ${r(y)}${d}" ${paint}/>`;
  switch (kind) {
    case 'circle':
      return `<circle cx="${r(x)}" cy="${r(y)}" r="3.2" ${paint}/>`;
    case 'square':
      return `<rect x="${r(x - 3)}" y="${r(y - 3)}" width="6" height="6" ${paint}/>`;
    case 'diamond':
      return path('m0 -4.2l4.2 4.2l-4.2 4.2l-4.2 -4.2z');
    case 'triangle':
      return path('m0 -4l4 7h-8z');
    case 'cross':
      return path('m-3 -3l6 6m0 -6l-6 6');
    case 'plus':
      return path('m-4 0h8m-4 -4v8');
  }
}

const group = (x: number, y: number, body: string): string =>
  `<g transform="translate(${x} ${y})">\n${body}\n</g>`;

const text = (x: number, y: number, content: string, attributes = ''): string =>
  `<text x="${r(x)}" y="${r(y)}"${attributes === '' ? '' : ` ${attributes}`}>${escaped(content)}</text>`;

const escaped = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const r = (value: number): string => String(Math.round(value * 10) / 10);
