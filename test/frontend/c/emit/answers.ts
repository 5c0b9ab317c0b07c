// The final states and findings of a program of C, as they were when two readers of C that shared only the parser agreed on them.

import { expect } from 'vitest';
import type { ModelName } from '../../../../src/execution/execution.js';
import type { ModuleReadOptions } from '../../../../src/frontend/c/middle.js';
import { findingsIn } from '../run.js';
import { run, statesOf } from './run.js';

export function expectAnswer(text: string, model: ModelName, options: Partial<ModuleReadOptions> = {}): void {
  expect({
    findings: findingsIn(run(text, model, options)),
    states: statesOf(text, model, options),
  }).toMatchSnapshot();
}
