import { expect, it } from 'vitest';
import { SearchBoard } from '../../src/cli/searchBoard.js';

it('progress crosses threads in shared memory', () => {
  const writer = new SearchBoard();
  const reader = new SearchBoard(writer.buffer);
  expect(reader.read()).toBeUndefined();
  for (const progress of [
    { engine: 'explicit', model: 'pso', executions: 12, explored: 0.5, ms: 101 },
    { engine: 'explicit', model: 'sc', executions: 13, ms: 202 },
  ] as const) {
    writer.tell(progress);
    expect(reader.read()).toEqual(progress);
  }
  writer.tell({ engine: 'symbolic', model: 'tso', solves: 7, found: 3 });
  expect(reader.read()).toEqual({ engine: 'symbolic', solves: 7, found: 3 });
});
