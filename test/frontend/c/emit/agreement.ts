// Both readers of C on one program: the same final states and the same findings.

import { expect } from 'vitest';
import type { ModelName } from '../../../../src/execution/execution.js';
import type { MiddleOptions } from '../../../../src/frontend/c/middle.js';
import { findings, findingsIn, states } from '../run.js';
import { run, statesOf } from './run.js';

/** The older reader has more variables in registers, and does not say how they are used. */
const asUse = (finding: string): string =>
  finding
    .replace(/(?:load from|store to) (\S+ after its block ended)/, 'use of $1')
    .replace(/load from (\S+), which was never written/, '$1 has no value yet');

export function expectAgreement(text: string, model: ModelName, options: Partial<MiddleOptions> = {}): void {
  expect(findingsIn(run(text, model, options)).map(asUse)).toEqual(findings(text, model, options).map(asUse));
  expect(statesOf(text, model, options)).toEqual(states(text, model, options));
}
