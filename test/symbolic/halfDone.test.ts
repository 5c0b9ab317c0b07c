// An engine is asked about several models with one formula: one that was half written when its time was over is not used again.

import { expect, it } from 'vitest';
import type { ModelName } from '../../src/execution/execution.js';
import type { Phase } from '../../src/support/phase.js';
import { TimeOver } from '../../src/support/timeOver.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { parse } from '../frontend/c/run.js';

const program = parse(`#include <pthread.h>
int x, y, a, b;
void *one(void *p) { x = 1; a = y; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); y = 1; b = x; pthread_join(t, 0); }`);

const engine = await SymbolicEngine.start();

/** How many states it finds, and what it does for that. */
function asked(
  model: ModelName,
  onOutcome: () => void,
): { states: number; phases: Phase[]; complete: boolean } {
  const phases: Phase[] = [];
  const { outcomes, complete } = engine.explore(program, {
    ...{ model, unroll: 8, severalModels: true, onOutcome },
    onPhase: (phase) => phases.push(phase),
  });
  return { states: outcomes.length, phases, complete };
}

it('uses a formula for every model', () => {
  expect(asked('sc', () => {})).toMatchObject({ states: 3, complete: true });
  expect(asked('tso', () => {})).toEqual({ states: 4, phases: ['solving'], complete: true });
});

it('makes another one after its time was over in the middle of it', () => {
  const over = (): never => {
    throw new TimeOver();
  };
  expect(asked('sc', over)).toMatchObject({ states: 1, complete: false });
  const { phases, ...rest } = asked('tso', () => {});
  expect(rest).toEqual({ states: 4, complete: true });
  expect(phases).toContain('encoding');
});
