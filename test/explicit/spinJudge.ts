// A program with waiting loops, as it is and with rounds left out (docs/spin-loops.md). Every search sees the same
// final states, findings and races, and names each thread that waits forever.

import type { ModelName } from '../../src/execution/execution.js';
import { findingKey } from '../../src/execution/finding.js';
import { type Exploration, explore } from '../../src/explicit/explore.js';
import { raceProgram } from '../../src/explicit/monitors/races/raceProgram.js';
import type { Program } from '../../src/program/program.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { validate } from '../../src/program/validate.js';
import type { SymbolicEngine } from '../../src/symbolic/index.js';
import { linesOf, withLines } from '../races/programs.js';
import { canHang } from './hangOracle.js';

/** The comparisons, and the differences. */
export interface Judged {
  readonly compared: number;
  readonly complaints: readonly string[];
}

const sorted = (keys: Iterable<string>): string => [...new Set(keys)].sort().join('; ');
const states = ({ outcomes }: Pick<Exploration, 'outcomes'>): string => sorted(outcomes.map(String));
const faults = ({ findings }: Exploration): string =>
  sorted(
    findings
      .filter(({ finding }) => finding.kind !== 'hang')
      .map(({ finding: { kind, thread } }) => `${kind} ${thread}`),
  );
const everything = (findings: readonly { readonly finding: Parameters<typeof findingKey>[0] }[]): string =>
  sorted(findings.map(({ finding }) => findingKey(finding)));

class Comparison {
  compared = 0;
  readonly complaints: string[] = [];

  same(what: string, seen: unknown, expected: unknown): void {
    this.compared++;
    if (seen !== expected) this.complaints.push(`${what}: ${seen}, but ${expected}`);
  }
}

/** Final states and findings, by DPOR round by round and with rounds left out, by brute force, and by the other engine. */
export function judgeStates(
  original: Program,
  model: ModelName,
  { most = 2000, engine }: { readonly most?: number; readonly engine?: SymbolicEngine } = {},
): Judged {
  const comparison = new Comparison();
  const rewritten = validate(assumeSpinLoops(original));
  comparison.same('rewritten twice', assumeSpinLoops(rewritten) === rewritten, true);
  const limits = { model, unroll: 2, maxExecutions: most };
  const whole = explore(original, { ...limits, spinAssume: false });
  const short = explore(rewritten, limits);
  if (whole.complete) {
    comparison.same('complete', short.complete, true);
    comparison.same('states', states(short), states(whole));
    comparison.same('findings', faults(short), faults(whole));
  }
  const reference = explore(rewritten, { ...limits, dpor: 'none' });
  if (reference.complete && short.complete) {
    comparison.same('states by brute force', states(reference), states(short));
    comparison.same('findings by brute force', everything(reference.findings), everything(short.findings));
  }
  if (engine !== undefined && short.complete) {
    const symbolic = engine.explore(rewritten, limits);
    comparison.same('states by the solver', states(symbolic), states(short));
    comparison.same('findings by the solver', everything(symbolic.findings), everything(short.findings));
  }
  return comparison;
}

/** Whether a program whose threads are stopped by nothing else has a thread that waits for ever; undefined: too many states. */
export function judgeHangs(
  original: Program,
  model: ModelName,
  most = 3000,
): (Judged & { readonly hangs: boolean }) | undefined {
  const seen = explore(original, { model, unroll: 4, maxExecutions: most, spinAssume: true });
  const hangs = seen.complete ? canHang(original, model, most) : undefined;
  if (hangs === undefined) return undefined;
  const comparison = new Comparison();
  const found = seen.findings.some(({ finding }) => finding.kind === 'hang');
  // Where a loop was cut, threads may go on for ever in another way than by waiting.
  if (seen.cutLoops.length === 0) comparison.same('hangs', found, hangs);
  else if (found) comparison.same('hangs', found, hangs);
  return { ...comparison, hangs };
}

/** Data races, with one round without effect before the last. */
export function judgeRaces(program: Program, most = 300): Judged {
  const original = withLines(program);
  const comparison = new Comparison();
  const lines = (asked: Program): string | undefined => {
    const { exploration, races } = raceProgram(asked, { unroll: 2, maxExecutions: most });
    if (!exploration.complete) return undefined;
    return sorted(races.map(({ race, witness: { execution } }) => linesOf(execution, race)));
  };
  const whole = lines(original);
  if (whole !== undefined)
    comparison.same('races', lines(assumeSpinLoops(original, { idleRounds: 1 })), whole);
  return comparison;
}
