// The text of a golden file: the behaviours of a litmus test under each model, by the explicit engine's reference
// explorer.

import { type ModelName, modelNames } from '../src/execution/execution.js';
import { type ExploreOptions, explore } from '../src/explicit/explore.js';
import type { Program } from '../src/program/program.js';
import { StateNames } from '../src/report/state.js';
import { judgeCondition } from '../src/verdict/condition.js';

/** The golden file beside a litmus file. */
export const goldenFile = (litmus: string): string => litmus.replace(/\.litmus$/, '.expected');

/** Per model: Observation, number of traces, final states; `*` marks the states that SC does not have. */
export function goldenText(program: Program, dpor: ExploreOptions['dpor'] & string): string {
  const names = new StateNames(program);
  const sc = new Set<string>();
  return modelNames.map((model) => goldenSection(program, names, model, dpor, sc)).join('');
}

function goldenSection(
  program: Program,
  names: StateNames,
  model: ModelName,
  dpor: ExploreOptions['dpor'] & string,
  sc: Set<string>,
): string {
  const { outcomes, executions, blocked, complete } = explore(program, { model, dpor });
  const { observation } = judgeCondition(program, outcomes, complete);
  const states = outcomes.map((outcome) => names.state(outcome)).sort();
  if (model === 'sc') for (const state of states) sc.add(state);
  const counts = `${executions} traces${blocked === 0 ? '' : `, ${blocked} blocked`}`;
  const lines = states.map((state) => `  ${state}${sc.has(state) ? '' : ' *'}\n`);
  return `${model} ${observation} ${counts}\n${lines.join('')}`;
}
