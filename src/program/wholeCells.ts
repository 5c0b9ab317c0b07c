// Whether accesses touch all of a cell, so that writing back the value that was read changes nothing
// (docs/spin-loops.md).

import { type Expr, forEachNode } from './expression.js';
import { wrap } from './integer.js';
import type { InitialValue, Program } from './program.js';
import { expressionsOf, forEachStatement, type Statement } from './statement.js';

/**
 * Whether every statement that touches a cell touches all of it. Where a location has a shape, an access of another
 * width is a finding. Cells without a shape (results of threads, beside the variables of a C program) are touched
 * with one width, by statements that name them, or by any statement if their addresses are values.
 */
export function touchesWholeCells({ locations, threads }: Program): boolean {
  const loose = new Set(locations.flatMap(({ name, shape }) => (shape === undefined ? [name] : [])));
  const pointsThere = (value: InitialValue): boolean =>
    typeof value === 'object' && loose.has(value.location);
  const byName = new Set<number>();
  const byAnybody = new Set<number>();
  let anybody =
    loose.size === locations.length ||
    locations.some(({ initial }) => initial.some(pointsThere)) ||
    threads.some(({ registers }) => [...registers.values()].some(pointsThere));
  for (const { body } of threads)
    forEachStatement(body, (s) => {
      const touched = addressIn(s);
      if (s.kind === 'alloc' && s.shape === undefined) anybody = true;
      if (expressionsOf(s).some((e) => e !== touched && names(e, loose))) anybody = true;
      if (s.kind !== 'load' && s.kind !== 'store' && s.kind !== 'rmw') return;
      byAnybody.add(s.width ?? 32);
      if (names(s.address, loose)) byName.add(s.width ?? 32);
    });
  const widths = anybody ? byAnybody : byName;
  const [width = 32] = widths;
  const fits = (value: InitialValue): boolean =>
    typeof value === 'object' ||
    width === 64 ||
    wrap(value, width === 32 ? 32 : width === 16 ? 16 : 8) === value;
  return (
    widths.size <= 1 && locations.every(({ shape, initial }) => shape !== undefined || initial.every(fits))
  );
}

const addressIn = (s: Statement): Expr | undefined => ('address' in s ? s.address : undefined);

function names(expr: Expr, locations: ReadonlySet<string>): boolean {
  let found = false;
  forEachNode(expr, (node) => {
    if (node.kind === 'address' && locations.has(node.location)) found = true;
  });
  return found;
}
