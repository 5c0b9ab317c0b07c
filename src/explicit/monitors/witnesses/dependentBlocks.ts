// Whether what an atomic block reads can decide which cells it touches. The BSS monitors judge an event by the cells it
// touched in the SC execution they saw; where an older value would lead it elsewhere, diversions.ts has to look.

import { type Expr, forEachRegister } from '../../../program/expression.js';
import type { Program } from '../../../program/program.js';
import { forEachStatement, type Statement, targetsOf } from '../../../program/statement.js';

export function hasDependentBlock(program: Program): boolean {
  let found = false;
  for (const thread of program.threads)
    forEachStatement(thread.body, (s) => {
      if (s.kind === 'atomic') found ||= dependent(s.body);
    });
  return found;
}

function dependent(body: readonly Statement[]): boolean {
  /** Registers that hold what the block read. Grown until stable, so that loops need no special care. */
  const read = new Set<string>();
  const mentions = (expr: Expr): boolean => {
    let found = false;
    forEachRegister(expr, (name) => {
      found ||= read.has(name);
    });
    return found;
  };
  let found = false;
  for (let size = -1; size !== read.size; ) {
    size = read.size;
    forEachStatement(body, (s) => {
      if (s.kind === 'load' || s.kind === 'rmw') for (const name of targetsOf(s)) read.add(name);
      if (s.kind === 'assign' && mentions(s.value)) read.add(s.target);
      if ('address' in s) found ||= mentions(s.address);
      if ('condition' in s) found ||= mentions(s.condition);
    });
  }
  return found;
}
