// Loops that only delay: they count the variable that decides how often they run, and nothing reads their results.
// For final states and findings they are no-ops (docs/spin-loops.md). C also presumes that a loop with a condition
// that touches no memory ends (C11 6.8.5p6).

import { type Expr, forEachRegister } from './expression.js';
import { liveLoops, type Registers } from './liveness.js';
import { alwaysProgresses } from './progress.js';
import { rewriteBody } from './rewrite.js';
import { forEachStatement, type Statement, type StatementOf, writtenIn } from './statement.js';

export function withoutDelays(body: readonly Statement[], atEnd: Registers): readonly Statement[] {
  for (let current = body; ; ) {
    const live = liveLoops(current, atEnd);
    const next = rewriteBody(current, (s) => {
      if (s.kind === 'atomic') return [s];
      return s.kind === 'while' && s.bound !== 0 && onlyDelays(s, live.get(s)?.after) ? [] : undefined;
    });
    if (next === current) return current;
    current = next;
  }
}

const silent: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'assign',
  'if',
  'block',
  'while',
  'break',
  'continue',
]);

function onlyDelays(loop: StatementOf<'while'>, after: Registers | undefined): boolean {
  const labels = new Set([loop.label]);
  const written = writtenIn(loop.body);
  const decide: Expr[] = [loop.condition];
  let delays = true;
  forEachStatement(loop.body, (s) => {
    if (!silent.has(s.kind) && !(s.kind === 'fence' && s.fence === 'load-load')) delays = false;
    if (s.kind === 'block' || s.kind === 'while') labels.add(s.label);
    if (s.kind === 'if' || s.kind === 'while') decide.push(s.condition);
  });
  if (!delays || after === undefined || [...written].some((name) => after.has(name))) return false;
  forEachStatement(loop.body, (s) => {
    if ((s.kind === 'break' || s.kind === 'continue') && !labels.has(s.label)) delays = false;
  });
  if (!delays) return false;
  const counters = decidingIn(loop, decide).filter((name) => written.has(name));
  return counters.length > 0 && alwaysProgresses(loop, new Set(counters));
}

/** Registers on which it depends how often the loop runs, also by way of others. */
function decidingIn(loop: StatementOf<'while'>, decide: readonly Expr[]): readonly string[] {
  const deciding = new Set<string>();
  const read = (expr: Expr): void => forEachRegister(expr, (name) => deciding.add(name));
  decide.forEach(read);
  for (let before = -1; before < deciding.size; ) {
    before = deciding.size;
    forEachStatement(loop.body, (s) => {
      if (s.kind === 'assign' && deciding.has(s.target)) read(s.value);
    });
  }
  return [...deciding];
}
