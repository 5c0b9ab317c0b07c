// Cycles of `relax` that other machines try. A result names runs, and they are run again here, so no claim is taken
// on trust. A cycle that was not created proves nothing in any case.

import { codeToReplay } from '../explicit/machines/runSchedule.js';
import type { Program } from '../program/program.js';
import { Labels } from '../relax/label.js';
import { relaxModels } from '../relax/model.js';
import type { TryElsewhere } from '../relax/relax.js';
import { type CycleTrials, type CycleTry, type TrialOptions, tryCycle, Unshown } from '../relax/trials.js';
import type { Decoder } from '../support/decoder.js';
import { present } from '../support/present.js';
import { decodeFinding } from '../verdict/witnessFile.js';
import { Rejected } from './certified.js';
import { fieldsOf, isProgram } from './question.js';
import { Unanswered, type Workplace } from './workplace.js';

export interface TrialsQuestion {
  readonly kind: 'trials';
  readonly program: Program;
  readonly options: TrialOptions;
  readonly tries: readonly CycleTry[];
}

/** Cycles of one question: some ten thousand runs of a small program. */
const together = 8;

export function trialsElsewhere(place: Workplace, signal: AbortSignal): TryElsewhere {
  return async function* (program, given, tries, show) {
    const { trials, repeats, giveUp, seed, unroll, maxSteps } = given;
    const options: TrialOptions = { trials, repeats, ...present({ giveUp }), seed, unroll, maxSteps };
    const groups = Array.from({ length: Math.ceil(tries.length / together) }, (_, i) =>
      tries.slice(together * i, together * (i + 1)),
    );
    const answers = groups.map((group) => {
      const question: TrialsQuestion = { kind: 'trials', program, options, tries: group };
      const answer = place.ask(question, { signal }, (d) => {
        const all = d.list(decodeTrials);
        if (all.length !== group.length)
          throw new Rejected(`it is about ${all.length} of ${group.length} cycles`);
        return all.map((one, i) => {
          try {
            return show(group[i], one);
          } catch (error) {
            throw error instanceof Unshown ? new Rejected(error.message) : error;
          }
        });
      });
      // A caller that stops at the first cycle does not read the other answers.
      answer.catch(() => {});
      return answer;
    });
    for (const answer of answers)
      try {
        yield* await answer;
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        yield undefined;
      }
  };
}

const decodeName = (d: Decoder): readonly [number, number] => {
  const [trial = -1, repeat = -1] = d.list((n) => n.integer());
  return [trial, repeat];
};

const decodeTrials = (d: Decoder): CycleTrials => ({
  trials: d.at('trials').integer(),
  created: d.at('created').integer(),
  wrong: d.at('wrong').boolean(),
  bugs: d.at('bugs').list((b) => ({ finding: decodeFinding(b.at('finding')), run: decodeName(b.at('run')) })),
  ...d.optional('run', decodeName),
});

/** The side of the worker; undefined if it was stopped. */
export function answerTrials(
  { program, options, tries }: TrialsQuestion,
  stop?: () => boolean,
): readonly CycleTrials[] | undefined {
  const code = codeToReplay(program, options.unroll);
  const subject = { code, labels: new Labels(code), maxSteps: options.maxSteps };
  const all = tries.map((tried) => tryCycle(subject, { ...options, ...present({ stop }) }, tried));
  return stop?.() === true ? undefined : all;
}

export function isTrialsQuestion(value: unknown): value is TrialsQuestion {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, program, options, tries } = fieldsOf(value);
  if (kind !== 'trials' || typeof options !== 'object' || options === null || !Array.isArray(tries))
    return false;
  const { trials, repeats, seed, unroll, maxSteps } = fieldsOf(options);
  return (
    [trials, repeats, seed, unroll, maxSteps].every(Number.isSafeInteger) &&
    tries.every(isCycleTry) &&
    isProgram(program)
  );
}

function isCycleTry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { model, cycle, assignments, horizon, excused } = fieldsOf(value);
  return (
    relaxModels.some((name) => name === model) &&
    typeof horizon === 'number' &&
    [cycle, assignments, excused].every(Array.isArray)
  );
}
