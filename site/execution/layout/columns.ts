// A quick layout for small executions. Edges between threads run in channels between columns and in the gaps between rows, never
// over an event. A long edge may cross in several row gaps: some are tried, and the picture with fewest crossings is kept. Tries are
// counted, not timed, so that the same execution always gets the same picture.

import type { RunEdge } from '../../../src/report/stepping/view.js';
import { crossings } from './crossings.js';
import type { Graph, LaidOutEdge, Layout, Point, Spacing } from './layout.js';

interface Cell {
  readonly column: number;
  readonly row: number;
}

/** How an edge runs: out of one side of an event, through a channel, perhaps through a row gap to another channel. */
interface Plan {
  readonly edge: RunEdge;
  readonly from: Cell;
  readonly to: Cell;
  /** The channels, numbered by the column at their left, where it leaves and arrives. */
  readonly out: number;
  readonly into: number;
  readonly outSide: 1 | -1;
  readonly intoSide: 1 | -1;
  /** Where its ends are on the height of their events, from -0.5 to 0.5. */
  fromPort: number;
  toPort: number;
  /** The row above the gap it crosses in; undefined if it needs one channel alone. */
  gap: number | undefined;
}

const mostTries = 400;

export function columnLayout(graph: Graph, spacing: Spacing): Layout {
  const cells = cellsOf(graph);
  const plans: Plan[] = [];
  const straight: { readonly edge: RunEdge; readonly from: Cell; readonly to: Cell }[] = [];
  for (const edge of graph.edges) {
    const from = cells.get(edge.from);
    const to = cells.get(edge.to);
    if (from === undefined || to === undefined) continue;
    if (edge.relation === 'po' && from.column === to.column) straight.push({ edge, from, to });
    else plans.push(planOf(edge, from, to));
  }
  spreadPorts(plans);
  const size = {
    columns: graph.threads.length,
    rows: 1 + Math.max(0, ...[...cells.values()].map(({ row }) => row)),
  };
  const draw = (): Layout => route(cells, plans, straight, size, spacing);
  return leastCrossings(plans, size.rows, draw);
}

function cellsOf({ events, threads }: Graph): Map<string, Cell> {
  const next = threads.map(() => 0);
  return new Map(
    events.map(({ id, thread }) => {
      const column = threads.indexOf(thread);
      return [id, { column, row: next[column]++ }];
    }),
  );
}

function planOf(edge: RunEdge, from: Cell, to: Cell): Plan {
  const base = { edge, from, to, fromPort: 0, toPort: 0 };
  if (from.column === to.column)
    return { ...base, out: from.column, into: from.column, outSide: 1, intoSide: 1, gap: undefined };
  const forward = from.column < to.column;
  const out = forward ? from.column : from.column - 1;
  const into = forward ? to.column - 1 : to.column;
  // Next to the target, on the side it comes from.
  const gap = out === into ? undefined : to.row < from.row ? to.row : to.row - 1;
  return { ...base, out, into, outSide: forward ? 1 : -1, intoSide: forward ? -1 : 1, gap };
}

/** Spreads the ends on one side of an event over its height. Sides that face each other take turns, so that no two ends share a height. */
function spreadPorts(plans: readonly Plan[]): void {
  interface End {
    readonly other: Cell;
    readonly place: (port: number) => void;
  }
  const sides = new Map<string, End[]>();
  const add = ({ column, row }: Cell, side: number, end: End): void => {
    const key = `${column},${row},${side}`;
    sides.set(key, [...(sides.get(key) ?? []), end]);
  };
  for (const plan of plans) {
    add(plan.from, plan.outSide, {
      other: plan.to,
      place: (port) => {
        plan.fromPort = port;
      },
    });
    add(plan.to, plan.intoSide, {
      other: plan.from,
      place: (port) => {
        plan.toPort = port;
      },
    });
  }
  for (const [key, ends] of sides) {
    const [column, row, side] = key.split(',').map(Number);
    const facing = sides.get(`${column + side},${row},${-side}`)?.length ?? 0;
    ends.sort((a, b) => a.other.row - b.other.row || a.other.column - b.other.column);
    const slots = facing > 0 ? 2 * Math.max(ends.length, facing) : ends.length;
    const shift = 2 * Math.floor(Math.max(0, facing - ends.length) / 2) + (side > 0 ? 0 : 1);
    ends.forEach(({ place }, i) => {
      place(((facing > 0 ? 2 * i + shift : i) + 1) / (slots + 1) - 0.5);
    });
  }
}

/** A part of an edge that lies in a channel or a gap, from one height or column to another. */
interface Part {
  readonly low: number;
  readonly high: number;
  readonly put: (lane: number) => void;
}

/** Parts that overlap get lanes of their own, short ones first; returns how many lanes there are. */
function pack(parts: Part[]): number {
  const lanes: Part[][] = [];
  parts.sort((a, b) => a.high - a.low - (b.high - b.low) || a.low - b.low);
  for (const part of parts) {
    let lane = lanes.findIndex((taken) =>
      taken.every(({ low, high }) => high < part.low - 0.5 || low > part.high + 0.5),
    );
    if (lane < 0) lane = lanes.push([]) - 1;
    lanes[lane].push(part);
    part.put(lane);
  }
  return lanes.length;
}

function route(
  cells: ReadonlyMap<string, Cell>,
  plans: readonly Plan[],
  straight: readonly { readonly edge: RunEdge; readonly from: Cell; readonly to: Cell }[],
  size: { readonly columns: number; readonly rows: number },
  { box, lane, pad, rowGap }: Spacing,
): Layout {
  const channels: Part[][] = Array.from({ length: size.columns }, () => []);
  const gaps: Part[][] = Array.from({ length: size.rows + 1 }, () => []);
  const lanes = plans.map(() => ({ out: 0, into: 0, gap: 0 }));
  const height = ({ row }: Cell, port: number): number => row * 10 + 5 + port * 6;
  const span = (a: number, b: number): { low: number; high: number } => ({
    low: Math.min(a, b),
    high: Math.max(a, b),
  });
  plans.forEach((plan, i) => {
    const start = height(plan.from, plan.fromPort);
    const end = height(plan.to, plan.toPort);
    const put = (which: 'out' | 'into' | 'gap') => (n: number) => {
      lanes[i][which] = n;
    };
    if (plan.gap === undefined) channels[plan.out]?.push({ ...span(start, end), put: put('out') });
    else {
      const middle = plan.gap * 10 + 10;
      channels[plan.out]?.push({ ...span(start, middle), put: put('out') });
      channels[plan.into]?.push({ ...span(end, middle), put: put('into') });
      gaps[plan.gap + 1]?.push({ ...span(plan.out, plan.into), put: put('gap') });
    }
  });
  const channelLanes = channels.map(pack);
  const gapLanes = gaps.map(pack);
  const columns: number[] = [];
  let x = 0;
  for (let column = 0; column < size.columns; column++) {
    columns.push(x);
    x += box.width + pad * 2 + Math.max(1, channelLanes[column] - 1) * lane;
  }
  const rows: number[] = [];
  const gapTops: number[] = [];
  let y = 0;
  for (let row = 0; row < size.rows; row++) {
    gapTops.push(y);
    y += rowGap + Math.max(0, gapLanes[row] - 1) * (lane - 2);
    rows.push(y);
    y += box.height;
  }
  gapTops.push(y);
  const middle = ({ column, row }: Cell) => ({
    x: columns[column] + box.width / 2,
    y: rows[row] + box.height / 2,
  });
  const channelX = (channel: number, n: number): number => columns[channel] + box.width + pad + n * lane;
  const edges: LaidOutEdge[] = straight.map(({ edge, from, to }) => {
    const [a, b] = [middle(from), middle(to)];
    return { edge, points: [[a.x, a.y + box.height / 2] as Point, [b.x, b.y - box.height / 2] as Point] };
  });
  plans.forEach((plan, i) => {
    const [a, b] = [middle(plan.from), middle(plan.to)];
    const start: Point = [a.x + (plan.outSide * box.width) / 2, a.y + plan.fromPort * box.height * 0.8];
    const end: Point = [b.x + (plan.intoSide * box.width) / 2, b.y + plan.toPort * box.height * 0.8];
    const first = channelX(plan.out, lanes[i].out);
    if (plan.gap === undefined) {
      edges.push({ edge: plan.edge, points: [start, [first, start[1]], [first, end[1]], end] });
      return;
    }
    const second = channelX(plan.into, lanes[i].into);
    const across = gapTops[plan.gap + 1] + rowGap / 2 + lanes[i].gap * (lane - 2);
    edges.push({
      edge: plan.edge,
      points: [start, [first, start[1]], [first, across], [second, across], [second, end[1]], end],
    });
  });
  return {
    nodes: new Map([...cells].map(([id, cell]) => [id, middle(cell)])),
    edges,
    columns,
    width: channelX(size.columns - 1, channelLanes[size.columns - 1] ?? 0) + pad,
    height: y + rowGap,
    box,
  };
}

function leastCrossings(plans: readonly Plan[], rows: number, draw: () => Layout): Layout {
  let best = draw();
  let fewest = crossings(best.edges);
  let left = mostTries;
  for (let better = true; better && left > 0; ) {
    better = false;
    for (const plan of plans) {
      if (plan.gap === undefined) continue;
      let kept = plan.gap;
      const least = Math.max(-1, Math.min(plan.from.row, plan.to.row) - 1);
      const most = Math.min(rows - 1, Math.max(plan.from.row, plan.to.row));
      for (let gap = least; gap <= most && left > 0; gap++) {
        if (gap === kept) continue;
        plan.gap = gap;
        left--;
        const drawn = draw();
        const count = crossings(drawn.edges);
        if (count >= fewest) continue;
        fewest = count;
        best = drawn;
        kept = gap;
        better = true;
      }
      plan.gap = kept;
    }
  }
  return best;
}
