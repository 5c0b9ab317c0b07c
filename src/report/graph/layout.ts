// Where boxes, arrows and their labels lie. Boxes never overlap: a column is as wide as its widest box, rows are as high as two
// lines. An arrow between neighbours leaves at the sides, one inside a column bends around what lies between.

import type { ExecutionGraph, GraphEdge, GraphNode, GraphRelation } from './graph.js';

export interface Box {
  readonly node: GraphNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Arrow {
  readonly edge: GraphEdge;
  /** Start, two control points, end: a cubic curve. */
  readonly curve: readonly [Point, Point, Point, Point];
  readonly label: Point;
}

interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** The middle of each column, for its head. */
  readonly heads: readonly { readonly name: string; readonly x: number; readonly y: number }[];
  readonly legendY: number;
}

/** After the label of a store that others see late. */
export const delayedMark = ' (delayed)';
export const legendLine = 16;

export const usedRelations = ({ edges }: ExecutionGraph): GraphRelation[] =>
  (['po', 'rf', 'co', 'fr', 'race'] as const).filter((relation) =>
    edges.some((edge) => edge.relation === relation),
  );

const characterWidth = 7.3;
const boxHeight = 40;
const rowGap = 46;
const columnGap = 120;
const margin = 70;
const top = 64;
/** Half the size of a label with its background. */
export const labelSize = { width: 11, height: 8 };

export function layOutGraph(graph: ExecutionGraph): GraphLayout {
  const textWidth = ({ label, source, delayed }: GraphNode): number =>
    Math.max(
      (label.length + (delayed ? delayedMark.length : 0)) * characterWidth,
      source.length * characterWidth * 0.85,
    ) + 24;
  const widths = graph.columns.map((name, column) =>
    Math.max(
      110,
      name.length * characterWidth + 24,
      ...graph.nodes.filter((node) => node.column === column).map(textWidth),
    ),
  );
  const lefts: number[] = [];
  widths.reduce((x, width, i) => {
    lefts[i] = x;
    return x + width + columnGap;
  }, margin);
  const width = Math.max(
    420,
    lefts.length === 0 ? 0 : lefts[lefts.length - 1] + widths[widths.length - 1] + margin,
    (graph.title.length + graph.subtitle.length) * characterWidth + 2 * margin,
  );
  const hasInitial = graph.nodes.some(({ column }) => column < 0);
  const firstRow = top + (hasInitial ? boxHeight + 24 : 0) + 24;
  const boxes = graph.nodes.map((node): Box => {
    const size = Math.min(textWidth(node), width - 2 * margin);
    if (node.column < 0) return { node, x: (width - size) / 2, y: top, width: size, height: boxHeight - 12 };
    return {
      node,
      x: lefts[node.column],
      y: firstRow + node.row * (boxHeight + rowGap),
      width: widths[node.column],
      height: boxHeight,
    };
  });
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height), firstRow);
  return {
    width,
    height: bottom + 44 + usedRelations(graph).length * legendLine,
    boxes,
    arrows: layArrows(graph.edges, boxes),
    heads: graph.columns.map((name, i) => ({ name, x: lefts[i] + widths[i] / 2, y: firstRow - 12 })),
    legendY: bottom + 44,
  };
}

function layArrows(edges: readonly GraphEdge[], boxes: readonly Box[]): Arrow[] {
  const byId = new Map(boxes.map((box) => [box.node.id, box]));
  const taken: Point[] = [];
  const between = new Map<string, number>();
  return edges.flatMap((edge): Arrow[] => {
    const from = byId.get(edge.from);
    const to = byId.get(edge.to);
    if (from === undefined || to === undefined) return [];
    const pair = [edge.from, edge.to].sort().join(' ');
    const nth = between.get(pair) ?? 0;
    between.set(pair, nth + 1);
    const curve = curveOf(edge, from, to, nth);
    const label = placeLabel(curve, boxes, taken);
    taken.push(label);
    return [{ edge, curve, label }];
  });
}

function curveOf(edge: GraphEdge, from: Box, to: Box, nth: number): Arrow['curve'] {
  const middle = ({ x, width }: Box): number => x + width / 2;
  if (from.node.column < 0) {
    const start = {
      x: Math.min(Math.max(middle(to), from.x + 8), from.x + from.width - 8),
      y: from.y + from.height,
    };
    const end = { x: middle(to), y: to.y };
    // Rows below the first are reached beside the column.
    if (to.node.row > 0) {
      const side = { x: to.x + to.width, y: to.y + to.height / 2 };
      return [start, { x: side.x + 46, y: start.y + 30 }, { x: side.x + 46, y: side.y - 20 }, side];
    }
    return [start, { x: start.x, y: start.y + 14 }, { x: end.x, y: end.y - 14 }, end];
  }
  if (from.node.column === to.node.column) {
    const down = to.node.row === from.node.row + 1;
    if (down && edge.relation === 'po') {
      const start = { x: middle(from), y: from.y + from.height };
      const end = { x: middle(to), y: to.y };
      const gap = (end.y - start.y) / 3;
      return [start, { x: start.x, y: start.y + gap }, { x: end.x, y: end.y - gap }, end];
    }
    // Around the left side, wider the further it goes and the more arrows there are.
    const bend = 34 + 12 * Math.abs(to.node.row - from.node.row) + 16 * nth;
    const start = { x: from.x, y: from.y + from.height / 2 };
    const end = { x: to.x, y: to.y + to.height / 2 };
    const x = from.x - Math.min(bend, margin + columnGap / 2);
    return [start, { x, y: start.y }, { x, y: end.y }, end];
  }
  const right = to.node.column > from.node.column;
  const shift = (nth - 0.5 * (nth > 0 ? 1 : 0)) * 14 * (right ? 1 : -1);
  const start = { x: right ? from.x + from.width : from.x, y: from.y + from.height / 2 + shift / 2 };
  const end = { x: right ? to.x : to.x + to.width, y: to.y + to.height / 2 + shift };
  const reach = Math.max(40, Math.abs(end.x - start.x) / 3) * (right ? 1 : -1);
  const far = Math.abs(to.node.column - from.node.column) > 1;
  if (!far) return [start, { x: start.x + reach, y: start.y }, { x: end.x - reach, y: end.y }, end];
  // Past columns in between it runs through the gap beside the row it goes to, on the side it comes from; not where heads are.
  const below = from.node.row > to.node.row || (from.node.row === to.node.row && to.node.row === 0);
  const gap = to.y + (below ? boxHeight + rowGap / 2 : -rowGap / 2);
  // Such that the middle of the curve is in the gap.
  const pull = (8 * gap - start.y - end.y) / 6;
  return [start, { x: start.x + reach, y: pull }, { x: end.x - reach, y: pull }, end];
}

const candidates = [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78, 0.15, 0.85];

/** On the curve, where it hides neither a box nor another label, if there is such a place. */
function placeLabel(curve: Arrow['curve'], boxes: readonly Box[], taken: readonly Point[]): Point {
  const free = (p: Point): boolean =>
    !boxes.some((box) => labelMeetsBox(p, box)) && !taken.some((other) => labelsMeet(p, other));
  const points = candidates.map((t) => pointAt(curve, t));
  return points.find(free) ?? points.find((p) => !boxes.some((box) => labelMeetsBox(p, box))) ?? points[0];
}

export const labelMeetsBox = (p: Point, { x, y, width, height }: Box): boolean =>
  p.x + labelSize.width > x &&
  p.x - labelSize.width < x + width &&
  p.y + labelSize.height > y &&
  p.y - labelSize.height < y + height;

const labelsMeet = (a: Point, b: Point): boolean =>
  Math.abs(a.x - b.x) < 2 * labelSize.width && Math.abs(a.y - b.y) < 2 * labelSize.height;

/** A point of a curve, from 0 at its start to 1 at its end. */
export function pointAt([a, b, c, d]: Arrow['curve'], t: number): Point {
  const s = 1 - t;
  const at = (p: number, q: number, r: number, u: number): number =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
  return { x: at(a.x, b.x, c.x, d.x), y: at(a.y, b.y, c.y, d.y) };
}
