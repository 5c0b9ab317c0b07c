// How often the edges of a picture cross: a horizontal line of one and a vertical line of another.

import type { LaidOutEdge } from './layout.js';

interface Line {
  readonly edge: number;
  /** Its own coordinate, and where it begins and ends. */
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

export function crossings(edges: readonly LaidOutEdge[]): number {
  const horizontal: Line[] = [];
  const vertical: Line[] = [];
  edges.forEach(({ points }, edge) => {
    for (let i = 1; i < points.length; i++) {
      const [x1, y1] = points[i - 1];
      const [x2, y2] = points[i];
      if (y1 === y2) horizontal.push({ edge, at: y1, low: Math.min(x1, x2), high: Math.max(x1, x2) });
      else vertical.push({ edge, at: x1, low: Math.min(y1, y2), high: Math.max(y1, y2) });
    }
  });
  let count = 0;
  for (const h of horizontal)
    for (const v of vertical)
      if (h.edge !== v.edge && v.at > h.low && v.at < h.high && h.at > v.low && h.at < v.high) count++;
  return count;
}
