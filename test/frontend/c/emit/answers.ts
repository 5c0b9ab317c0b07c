// The final states and findings of a program of C. Most were written down when two readers of C that shared only the parser agreed on them. Those
// in snapshots are the answers of one reader: they show that an answer has changed, not that it is right.

import { expect } from 'vitest';
import type { ModelName } from '../../../../src/execution/execution.js';
import type { ModuleReadOptions } from '../../../../src/frontend/c/middle.js';
import { findingsIn, run, states } from '../run.js';

export function expectAnswer(text: string, model: ModelName, options: Partial<ModuleReadOptions> = {}): void {
  expect({
    findings: findingsIn(run(text, model, options)),
    states: states(text, model, options),
  }).toMatchSnapshot();
}
