// The layout of large executions, by ELK. Each thread is one partition, so that it stays a column; ELK routes the edges between
// columns. It has no edges inside a column: those run in a gutter at the column's right, which is part of the width that ELK is
// told. `separateConnectedComponents` must be off, or the columns fall apart.

import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';
import type { RunEdge } from '../../../src/report/stepping/view.js';
import type { Graph, LaidOutEdge, Layout, Point, Spacing } from './layout.js';

const options: Readonly<Record<string, string>> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.partitioning.activate': 'true',
  'elk.separateConnectedComponents': 'false',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.crossingMinimization.forceNodeModelOrder': 'true',
  // It exchanges the events of a column in graphs of less than 40 nodes.
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
  'elk.layered.nodePlacement.strategy': 'SIMPLE',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeEdge': '6',
  'elk.spacing.edgeNode': '8',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
};

const laneWidth = 6;

export class ElkColumns {
  readonly #elk: Pick<ELK, 'layout'>;

  constructor(elk: Pick<ELK, 'layout'>) {
    this.#elk = elk;
  }

  async layout(graph: Graph, spacing: Spacing): Promise<Layout> {
    const parts = new Parts(graph);
    const { width: w, height: h } = spacing.box;
    const laid = await this.#elk.layout({
      id: 'execution',
      layoutOptions: { ...options },
      children: graph.events.map(({ id, thread }) => ({
        id,
        width: w + parts.gutter(thread),
        height: h,
        layoutOptions: { 'elk.partitioning.partition': String(graph.threads.indexOf(thread)) },
      })),
      // From left to right; turned round again afterwards.
      edges: parts.between.map((edge) => {
        const forward = parts.isForward(edge);
        return {
          id: edge.id,
          sources: [forward ? edge.from : edge.to],
          targets: [forward ? edge.to : edge.from],
        };
      }),
    });
    return withGutters(graph, spacing, parts, laid);
  }
}

/** The edges by how they are drawn. */
class Parts {
  readonly between: readonly RunEdge[];
  readonly down: readonly RunEdge[];
  /** Inside a column, each with its lane in the gutter. */
  readonly inner: readonly { readonly edge: RunEdge; readonly lane: number }[];
  readonly #threadOf: ReadonlyMap<string, number>;
  readonly #lanes = new Map<number, number>();

  constructor({ events, edges }: Graph) {
    this.#threadOf = new Map(events.map(({ id, thread }) => [id, thread]));
    const same = (edge: RunEdge): boolean => this.#threadOf.get(edge.from) === this.#threadOf.get(edge.to);
    this.between = edges.filter((edge) => !same(edge));
    this.down = edges.filter((edge) => edge.relation === 'po' && same(edge));
    const place = new Map(events.map(({ id }, i) => [id, i]));
    const span = ({ from, to }: RunEdge): readonly [number, number] => {
      const [a, b] = [place.get(from) ?? 0, place.get(to) ?? 0];
      return a < b ? [a, b] : [b, a];
    };
    const length = (edge: RunEdge): number => span(edge)[1] - span(edge)[0];
    const taken = new Map<number, (readonly [number, number])[][]>();
    this.inner = edges
      .filter((edge) => edge.relation !== 'po' && same(edge))
      .sort((a, b) => length(a) - length(b))
      .map((edge) => {
        const thread = this.#threadOf.get(edge.from) ?? 0;
        const lanes = taken.get(thread) ?? [];
        taken.set(thread, lanes);
        const [low, high] = span(edge);
        let lane = lanes.findIndex((spans) => spans.every(([a, b]) => b < low || a > high));
        if (lane < 0) lane = lanes.push([]) - 1;
        lanes[lane].push([low, high]);
        this.#lanes.set(thread, lanes.length);
        return { edge, lane };
      });
  }

  gutter(thread: number): number {
    const lanes = this.#lanes.get(thread) ?? 0;
    return lanes === 0 ? 0 : 8 + lanes * laneWidth;
  }

  isForward = ({ from, to }: RunEdge): boolean =>
    (this.#threadOf.get(from) ?? 0) < (this.#threadOf.get(to) ?? 0);
}

function withGutters(graph: Graph, { box }: Spacing, parts: Parts, laid: ElkNode): Layout {
  const { width: w, height: h } = box;
  const nodes = new Map(
    (laid.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x: x + w / 2, y: y + h / 2 }]),
  );
  const at = (id: string): { x: number; y: number } => nodes.get(id) ?? { x: 0, y: 0 };
  const edges: LaidOutEdge[] = parts.down.map((edge) => ({
    edge,
    points: [
      [at(edge.from).x, at(edge.from).y + h / 2],
      [at(edge.to).x, at(edge.to).y - h / 2],
    ],
  }));
  const ends = new Map<string, number[]>();
  const sections = new Map((laid.edges ?? []).map(({ id, sections: found }) => [id, found?.[0]]));
  for (const edge of parts.between) {
    const section = sections.get(edge.id);
    if (section === undefined) continue;
    const forward = parts.isForward(edge);
    const left = forward ? edge.from : edge.to;
    const { startPoint, bendPoints = [], endPoint } = section;
    const [, ...rest] = [startPoint, ...bendPoints, endPoint].map(({ x, y }): Point => [x, y]);
    // Across the gutter to the event itself.
    const points: Point[] = [[at(left).x + w / 2, startPoint.y], ...rest];
    ends.set(left, [...(ends.get(left) ?? []), startPoint.y]);
    edges.push({ edge, points: forward ? points : points.reverse() });
  }
  for (const { edge, lane } of parts.inner) {
    const [a, b] = [at(edge.from), at(edge.to)];
    const down = a.y < b.y ? 1 : -1;
    const x = a.x + w / 2 + 6 + lane * laneWidth;
    const start = freeEnd(ends, edge.from, a.y, a.y + (down * h) / 4, h);
    const end = freeEnd(ends, edge.to, b.y, b.y - (down * h) / 4, h);
    edges.push({
      edge,
      points: [
        [a.x + w / 2, start],
        [x, start],
        [x, end],
        [b.x + w / 2, end],
      ],
    });
  }
  const columns = graph.threads.map((thread) => {
    const first = graph.events.find((event) => event.thread === thread);
    return first === undefined ? 0 : at(first.id).x - w / 2;
  });
  return { nodes, edges, columns, width: laid.width ?? 0, height: laid.height ?? 0, box };
}

const heights = 12;

/** A height on the side of an event that keeps clear of the ends that are there. */
function freeEnd(
  ends: Map<string, number[]>,
  id: string,
  middle: number,
  wanted: number,
  height: number,
): number {
  const taken = ends.get(id) ?? [];
  let best = wanted;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < heights; k++) {
    const y = middle - height / 2 + (height * k) / heights;
    const room = Math.min(6, ...taken.map((other) => Math.abs(other - y))) - Math.abs(y - wanted) / 100;
    if (room > most) {
      most = room;
      best = y;
    }
  }
  ends.set(id, [...taken, best]);
  return best;
}
