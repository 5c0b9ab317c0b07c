// The programs that two readers made of one C file, put to the engines: their answers must be the same. Where a bound cuts a loop, or an
// access has no meaning, the answer about that reading stays open: the readings may be cut in different places.

import type { Outcome } from '../../execution/execution.js';
import type { CutLoop, Finding } from '../../execution/finding.js';
import { explore } from '../../explicit/explore.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import { SymbolicEngine } from '../../symbolic/index.js';
import { forFinalStates } from '../engine.js';
import { type Crosschecked, crosschecked } from './crosschecked.js';
import type { CrosscheckOptions } from './index.js';
import { Inquiries } from './inquiries.js';

export interface Reading {
  readonly route: 'c' | 'llvm';
  /** Throws an InputError if the reader refuses the file. */
  readonly read: () => Program;
}

interface ReadingsOptions extends Omit<CrosscheckOptions, 'parts' | 'together'> {
  /** A final state as text, with the same names whichever reader the program is of. */
  readonly stateOf: (program: Program, outcome: Outcome) => string;
  /** Answers beside the explicit engine. */
  readonly symbolic?: Pick<SymbolicEngine, 'explore'>;
}

/** For `symbolic`. */
export const startSymbolic = (): Promise<SymbolicEngine> => (started ??= SymbolicEngine.start());
let started: Promise<SymbolicEngine> | undefined;

interface Explored {
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly { readonly finding: Finding }[];
  readonly cutLoops: readonly CutLoop[];
  readonly complete: boolean;
}

const questions = ['outcomes', 'findings'] as const;

export function compareReadings(readings: readonly Reading[], options: ReadingsOptions): Crosschecked {
  const { models, symbolic, onQuestion, unroll, timeLimitMs, maxExecutions } = options;
  const all = models.map((model) => new Inquiries(model, onQuestion));
  for (const { route, read } of readings)
    for (const asked of all) {
      const { model } = asked;
      const limits = { model, unroll, ...present({ timeLimitMs, maxExecutions }) };
      const ask = (
        by: typeof route | `${typeof route} symbolic`,
        run: (program: Program) => Explored,
      ): void => {
        asked.ask(by, questions, () => {
          const program = read();
          say(asked, by, program, run(forFinalStates(program, { unroll }, model)), options.stateOf);
        });
      };
      ask(route, (program) => explore(program, limits));
      if (symbolic !== undefined) ask(`${route} symbolic`, (program) => symbolic.explore(program, limits));
    }
  return crosschecked(all);
}

function say(
  asked: Inquiries,
  route: Reading['route'] | `${Reading['route']} symbolic`,
  program: Program,
  explored: Explored,
  stateOf: ReadingsOptions['stateOf'],
): void {
  const findings = explored.findings.map(({ finding }) => finding);
  const complete =
    explored.complete && explored.cutLoops.length === 0 && findings.every(({ kind }) => !isOpen(kind));
  const tell = (question: (typeof questions)[number], items: readonly string[]): void =>
    asked.say(question, route, { kind: 'set', items: [...new Set(items)].sort(), complete });
  tell(
    'outcomes',
    explored.outcomes.map((outcome) => stateOf(program, outcome)),
  );
  tell(
    'findings',
    findings.filter(({ kind }) => !isOpen(kind)).map(({ kind, at }) => `${kind} at line ${at?.line}`),
  );
}

/** The thread's later steps are not known. */
const isOpen = (kind: Finding['kind']): boolean => kind === 'mixed-size' || kind === 'out-of-memory';
