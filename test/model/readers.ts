// A program of C with both readers: the one whose library stands in the type checker and in frontend/c/library, and the one that is linked with
// model/. Both must find the same states and findings.

import type { ModelName } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { type COptions, parseC } from '../../src/frontend/c/index.js';
import { readOnMiddle } from '../../src/frontend/onMiddle.js';
import { findingsIn, statesIn } from '../frontend/c/run.js';

interface Answer {
  readonly states: readonly string[];
  readonly findings: readonly string[];
}

type Options = COptions & { readonly model?: ModelName };

const answer = (read: typeof readOnMiddle, text: string, { model = 'sc', ...options }: Options): Answer => {
  const program = read(text, 'a.c', { readFile: () => undefined, ...options });
  const found = explore(program, { model, unroll: options.unroll ?? 8, timeLimitMs: 20_000 });
  return { states: statesIn(program, found), findings: findingsIn(found) };
};

/** The answer by way of model/. */
export const onModel = (text: string, options: Options = {}): Answer => answer(readOnMiddle, text, options);

/** The answers by both ways. */
export const both = (
  text: string,
  options: Options = {},
): { readonly model: Answer; readonly old: Answer } => ({
  model: onModel(text, options),
  old: answer(parseC, text, options),
});
