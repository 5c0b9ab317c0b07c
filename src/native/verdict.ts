// The states of the processor beside those of the models. Every state that an x86 processor or an x86 test shows must
// be a TSO state; another one contradicts diptych. For C, other processors are weaker than the models.

import { outcomeKey } from '../execution/execution.js';
import { satisfies } from '../verdict/condition.js';
import { askOutcomes, type ModelOutcomes, type OutcomesVerdict, type Question } from '../verdict/outcomes.js';
import { isTso } from './compiler.js';
import { type NativeOptions, type NativeRuns, type NativeState, runNative } from './runNative.js';

export interface NativeVerdict extends NativeRuns {
  /** Whether TSO binds what runs here, and is known in full. */
  readonly judged: 'by tso' | 'processor is weaker' | 'tso is not known in full';
  /** States that TSO forbids, on a processor that TSO binds. */
  readonly forbidden: readonly NativeState[];
}

export async function processorVerdict(
  file: string,
  { program, results }: OutcomesVerdict,
  question: Question,
  options: NativeOptions,
): Promise<NativeVerdict> {
  const native = await runNative(file, program, options);
  const kept = program.filter === undefined ? () => true : satisfies(program, program.filter);
  const states = native.states.filter(({ outcome }) => kept(outcome));
  if (!isTso(native.toolchain)) return { ...native, states, judged: 'processor is weaker', forbidden: [] };
  const isTsoResult = ({ answer }: ModelOutcomes): boolean => answer.model === 'tso';
  const tso =
    results.find(isTsoResult) ??
    (await askOutcomes(program, { ...question, models: ['tso'] })).results.find(isTsoResult);
  if (tso === undefined || !tso.answer.complete || tso.answer.cutLoops.length > 0)
    return { ...native, states, judged: 'tso is not known in full', forbidden: [] };
  const allowed = new Set(tso.outcomes.map(({ outcome }) => outcomeKey(outcome)));
  const forbidden = states.filter(({ outcome }) => !allowed.has(outcomeKey(outcome)));
  return { ...native, states, judged: 'by tso', forbidden };
}
