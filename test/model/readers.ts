// The states and findings of a program of C, with the library of model/.

import type { ModelName } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { type COptions, parseC } from '../../src/frontend/c/index.js';
import { findingsIn, statesIn } from '../frontend/c/run.js';

interface Answer {
  readonly states: readonly string[];
  readonly findings: readonly string[];
}

type Options = COptions & { readonly model?: ModelName };

export function onModel(text: string, { model = 'sc', ...options }: Options = {}): Answer {
  const program = parseC(text, 'a.c', { readFile: () => undefined, ...options });
  const found = explore(program, { model, unroll: options.unroll ?? 8, timeLimitMs: 20_000 });
  return { states: statesIn(program, found), findings: findingsIn(found) };
}
