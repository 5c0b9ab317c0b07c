// The edges of a graph: lines with round corners, those of the cycle bold and on top, with their names.

import type { GraphRelation } from '../../src/report/graph/graph.js';
import type { LaidOutEdge, Layout, Point } from './layout/layout.js';

const relations: readonly GraphRelation[] = ['po', 'rf', 'co', 'fr', 'race'];
const corner = 6;

export function Edges({
  layout,
  hidden,
  near,
}: {
  layout: Layout;
  hidden: ReadonlySet<GraphRelation>;
  near: ReadonlySet<string>;
}) {
  const order = [...layout.edges].sort((a, b) => Number(a.edge.onCycle) - Number(b.edge.onCycle));
  return (
    <>
      {order.map(({ edge, points }) =>
        hidden.has(edge.relation) ? null : (
          <g
            key={edge.id}
            class={`edge ${edge.relation} ${edge.onCycle ? 'on-cycle' : ''} ${near.has(edge.id) ? 'near' : ''}`}
            data-edge={edge.id}
          >
            <path
              d={roundedPath(points)}
              marker-end={
                edge.relation === 'race'
                  ? undefined
                  : `url(#${edge.onCycle ? 'bold' : 'thin'}-${edge.relation})`
              }
            />
            {edge.onCycle && edge.relation !== 'po' && <Tag edge={edge.relation} points={points} />}
          </g>
        ),
      )}
    </>
  );
}

/** Stands on the longest part of the line. */
function Tag({ edge, points }: { edge: string; points: LaidOutEdge['points'] }) {
  let best: readonly [Point, Point] = [points[0], points[points.length - 1]];
  let longest = 0;
  for (let i = 1; i < points.length; i++) {
    const length = Math.abs(points[i][0] - points[i - 1][0]) + Math.abs(points[i][1] - points[i - 1][1]);
    if (length > longest) {
      longest = length;
      best = [points[i - 1], points[i]];
    }
  }
  const [[x1, y1], [x2, y2]] = best;
  const half = edge.length * 4 + 3;
  return (
    <g class="tag" transform={`translate(${(x1 + x2) / 2},${(y1 + y2) / 2})`}>
      <rect x={-half} y="-8" width={half * 2} height="16" rx="8" />
      <text y="3.5">{edge}</text>
    </g>
  );
}

function roundedPath(points: LaidOutEdge['points']): string {
  const towards = ([x1, y1]: Point, [x2, y2]: Point): Point => {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const part = length === 0 ? 0 : Math.min(corner, length / 2) / length;
    return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
  };
  let path = `M${points[0]}`;
  for (let i = 1; i < points.length - 1; i++)
    path += `L${towards(points[i], points[i - 1])}Q${points[i]} ${towards(points[i], points[i + 1])}`;
  return `${path}L${points[points.length - 1]}`;
}

export function Markers() {
  return (
    <defs>
      {(['thin', 'bold'] as const).flatMap((weight) =>
        relations.map((relation) => (
          <marker
            key={`${weight}-${relation}`}
            id={`${weight}-${relation}`}
            viewBox="0 0 8 8"
            refX="7.2"
            refY="4"
            markerWidth={weight === 'thin' ? 7 : 11}
            markerHeight={weight === 'thin' ? 7 : 11}
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 .6 8 4 0 7.4z" class={`arrow ${relation} ${weight}`} />
          </marker>
        )),
      )}
    </defs>
  );
}
