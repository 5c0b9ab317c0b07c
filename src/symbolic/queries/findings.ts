// The findings of maximal executions, and the loops that are cut. The search asks about every place where a thread
// may stop, all together, until none is left. Places whose message shows a value are asked again for other values.

import type { Execution } from '../../execution/execution.js';
import { type CutLoop, cutsShort, type Finding, findingKey } from '../../execution/finding.js';
import type { ThreadId } from '../../program/identity.js';
import type { StatementOf } from '../../program/statement.js';
import { present } from '../../support/present.js';
import { type Lit, no, yes } from '../formula/cnf.js';
import type { Problem } from '../problem.js';
import type { Session } from '../session.js';
import type { Stop } from '../unroll/unrolled.js';
import { executionOf } from '../witness/witness.js';

/** Different values in the messages of one place that are told apart. */
const maxValues = 32;

/** Calls `visit` with each distinct finding while the solver holds a solution that shows it; false if time was over. */
export function enumerateFindings(session: Session, visit: (finding: Finding) => void): boolean {
  const { problem } = session;
  const { cnf } = problem;
  const seen = new Set<string>();
  const report = (execution: Execution): void => {
    for (const finding of execution.findings) {
      const key = findingKey(finding);
      if (seen.has(key)) continue;
      seen.add(key);
      visit(finding);
    }
  };
  const wrong = samePlaces(problem.unrolled.stops)
    .filter(([{ finding }]) => finding !== undefined)
    .map((places) => ({ places, lit: cnf.or(places.map((stop) => problem.stopped(stop))) }));
  const ends = [deadlock(problem).lit, ...hangs(problem)].map((lit) => ({ places: [], lit }));
  const possible = eachPossible(session, [...wrong, ...ends], () => report(executionOf(session)));
  if (possible === undefined) return false;
  let inTime = true;
  for (const { places, lit } of possible)
    if (places.length > 0) inTime = enumeratePlace(session, places, lit, report) && inTime;
  return possible.some(({ lit }) => lit === ends[0].lit)
    ? enumerateDeadlocks(session, report) && inTime
    : inTime;
}

/** One for each place after which it is not known what a thread does; undefined if time was over. */
export function findingsThatCutShort(session: Session): Finding[] | undefined {
  const { problem } = session;
  const found = new Map<string, Finding>();
  const questions = samePlaces(problem.unrolled.stops)
    .filter(([{ finding }]) => finding !== undefined && cutsShort(finding))
    .map((places) => ({ lit: problem.cnf.or(places.map((stop) => problem.stopped(stop))) }));
  const possible = eachPossible(session, questions, () => {
    for (const finding of executionOf(session).findings)
      if (cutsShort(finding)) found.set(findingKey(finding), finding);
  });
  return possible === undefined ? undefined : [...found.values()];
}

/**
 * Which of the questions have a solution, with `visit` called for solutions that show it; undefined if time was over. All that
 * are open are asked at once, so that those without a solution take one search together.
 */
function eachPossible<T extends { readonly lit: Lit }>(
  session: Session,
  questions: readonly T[],
  visit: () => void,
): T[] | undefined {
  const possible: T[] = [];
  let open = questions.filter(({ lit }) => lit !== no);
  while (open.length > 0) {
    const answer = session.check(session.problem.cnf.or(open.map(({ lit }) => lit)));
    if (answer === 'unknown') return undefined;
    if (answer === 'unsat') break;
    visit();
    possible.push(...open.filter(({ lit }) => session.holds(lit)));
    open = open.filter(({ lit }) => !session.holds(lit));
  }
  return possible;
}

/** Copies of one statement that loops made, with a message that shows no value. */
function samePlaces(stops: readonly Stop[]): Stop[][] {
  const groups = new Map<string, Stop[]>();
  stops.forEach((stop, i) => {
    const shown = stop.finding?.message;
    const own = shown === undefined || shown.value !== undefined || stop.at === undefined;
    const key = own
      ? `${i}`
      : `${stop.thread} ${JSON.stringify(stop.at)} ${stop.finding?.kind} ${shown.before}`;
    groups.set(key, [...(groups.get(key) ?? []), stop]);
  });
  return [...groups.values()];
}

/** The other values that the message of a place can show. */
function enumeratePlace(
  session: Session,
  places: readonly Stop[],
  here: Lit,
  report: (execution: Execution) => void,
): boolean {
  const { cnf, values } = session.problem;
  const shown = places[0].finding?.message.value;
  if (shown === undefined) return true;
  const active = cnf.fresh();
  for (let found = 0; found < maxValues; found++) {
    const answer = session.check(here, active);
    if (answer !== 'sat') return answer === 'unsat';
    report(executionOf(session));
    // Not this value again.
    cnf.add(-active, ...values.bits(shown).map((b) => (session.holds(b) ? -b : b)));
  }
  return true;
}

/** Some thread waits at a lock or join and none was stopped by anything else. */
export function deadlock(problem: Problem): { readonly lit: Lit; readonly waiting: readonly Lit[] } {
  const { cnf } = problem;
  const isWaiting = (stop: Stop): boolean => stop.why === 'lock' || stop.why === 'join';
  const stopped = (stops: readonly Stop[]): Lit[] => stops.map((stop) => problem.stopped(stop));
  const waiting = stopped(problem.unrolled.stops.filter(isWaiting));
  if (waiting.every((l) => l === no)) return { lit: no, waiting };
  const others = stopped(problem.unrolled.stops.filter((stop) => !isWaiting(stop)));
  return { lit: cnf.and([cnf.or(waiting), goesOn(problem), ...others.map((l) => -l)]), waiting };
}

/** The process has not ended: the thread it ends with is stopped somewhere. */
function goesOn(problem: Problem): Lit {
  const { endsWith } = problem.program;
  if (endsWith === undefined) return yes;
  const own = problem.unrolled.stops.filter(({ thread }) => thread === endsWith);
  return problem.cnf.or(own.map((stop) => problem.stopped(stop)));
}

function enumerateDeadlocks(session: Session, report: (execution: Execution) => void): boolean {
  const { cnf } = session.problem;
  const { lit, waiting } = deadlock(session.problem);
  if (lit === no) return true;
  const active = cnf.fresh();
  for (let found = 0; found < maxValues; found++) {
    const answer = session.check(lit, active);
    if (answer !== 'sat') return answer === 'unsat';
    report(executionOf(session));
    cnf.add(-active, ...waiting.map((l) => (session.holds(l) ? -l : l)));
  }
  return true;
}

/** For each loop that only waits: a thread waits in it, and no thread that has not ended will ever go on. */
function hangs(problem: Problem): Lit[] {
  const { cnf, values } = problem;
  const awaiting = problem.unrolled.stops.filter((stop) => stop.leaves !== undefined);
  if (awaiting.length === 0) return [];
  const forGood = problem.unrolled.stops.map((stop) => {
    if (stop.why === 'lock' || stop.why === 'join') return yes;
    if (stop.leaves === undefined) return -problem.stopped(stop);
    return -cnf.and2(problem.stopped(stop), values.lit(stop.leaves));
  });
  const all = cnf.and([...forGood, goesOn(problem)]);
  const places = new Map<string, Lit[]>();
  for (const stop of awaiting) {
    const key = `${stop.thread} ${JSON.stringify(stop.at)}`;
    places.set(key, [...(places.get(key) ?? []), problem.stopped(stop)]);
  }
  return [...places.values()].map((stopped) => cnf.and2(cnf.or(stopped), all));
}

/** The loops that some maximal execution would run more often than their bound; undefined if time was over. */
export function cutLoops(session: Session): CutLoop[] | undefined {
  const { problem } = session;
  const loops = new Map<string, { thread: ThreadId; loop: StatementOf<'while'>; lits: Lit[] }>();
  const statements: StatementOf<'while'>[] = [];
  for (const stop of problem.unrolled.stops) {
    const { loop, thread } = stop;
    if (loop === undefined) continue;
    if (!statements.includes(loop)) statements.push(loop);
    const key = `${thread} ${statements.indexOf(loop)}`;
    const known = loops.get(key) ?? { thread, loop, lits: [] };
    known.lits.push(problem.stopped(stop));
    loops.set(key, known);
  }
  const asked = [...loops.values()].map(({ lits, ...loop }) => ({ ...loop, lit: problem.cnf.or(lits) }));
  const cut = eachPossible(session, asked, () => {});
  if (cut === undefined) return undefined;
  return asked
    .filter((loop) => cut.includes(loop))
    .map(({ thread, loop: { label, at } }) => ({ thread, label, ...present({ at }) }));
}
