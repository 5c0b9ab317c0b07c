// Programs that are small in everything but the number of their executions, above all litmus tests. A search that
// looks at the clock after each of their executions looks every few milliseconds.

import { forEachNode } from './expression.js';
import type { Program } from './program.js';
import { expressionsOf, forEachStatement, type Statement } from './statement.js';

const most = { statements: 48, nodes: 400, threads: 8, cells: 64, text: 4096 };

/** Statements that take one step each time they are reached, and are reached once. */
const brief: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'assign',
  'load',
  'store',
  'rmw',
  'fence',
  'if',
  'block',
  'break',
  'assert',
]);

export function isSmall(program: Program): boolean {
  const known = smallness.get(program);
  if (known !== undefined) return known;
  const small = measure(program);
  smallness.set(program, small);
  return small;
}

const smallness = new WeakMap<Program, boolean>();

function measure({ threads, locations, source }: Program): boolean {
  // The condition is no longer than the text.
  if (source === undefined || source.text.length > most.text || threads.length > most.threads) return false;
  if (locations.reduce((cells, { initial }) => cells + initial.length, 0) > most.cells) return false;
  let statements = 0;
  let nodes = 0;
  let all = true;
  for (const { body } of threads)
    forEachStatement(body, (statement) => {
      statements++;
      all &&= brief.has(statement.kind);
      for (const expression of expressionsOf(statement)) forEachNode(expression, () => nodes++);
    });
  return all && statements <= most.statements && nodes <= most.nodes;
}
