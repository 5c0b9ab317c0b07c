// The number of consistent (rf, co) graphs of complete executions. The nondeterministic choices determine everything
// else in an execution. So a solution is excluded by its sources, the order of its writes and its choices.

import type { Lit } from '../formula/cnf.js';
import { no, yes } from '../formula/cnf.js';
import type { Session } from '../session.js';

/**
 * Calls `visit` once for each graph, while the solver holds it; false when the time was over or `visit` wants no more. Under
 * assumptions, graphs are forbidden only as long as all of them are made.
 */
export function enumerateGraphs(
  session: Session,
  visit: () => boolean,
  assumptions: readonly Lit[] = [],
): boolean {
  const { problem } = session;
  const { memory, unrolled, cnf, values } = problem;
  const writes = unrolled.writes.filter((w) => memory.writeGuard[w.id] !== no);
  const edges: Lit[] = memory.sources.flatMap((list) => list.map((s) => s.lit));
  for (const a of writes) for (const b of writes) if (a !== b) edges.push(memory.co(a.id, b.id));
  const variable = [...new Set(edges)].filter((l) => l !== no && l !== yes);
  const choices = unrolled.events.flatMap((e) =>
    e.choice === undefined ? [] : [{ executed: memory.executed[e.id], bits: values.bits(e.choice) }],
  );
  for (;;) {
    const answer = session.check(...assumptions);
    if (answer !== 'sat') return answer === 'unsat';
    if (!visit()) return false;
    const chosen = choices.filter((c) => session.holds(c.executed)).flatMap((c) => c.bits);
    cnf.addAll([
      ...assumptions.map((l) => -l),
      ...variable.filter((l) => session.holds(l)).map((l) => -l),
      ...chosen.map((b) => (session.holds(b) ? -b : b)),
    ]);
    if (cnf.contradiction) return true;
  }
}
