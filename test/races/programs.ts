// Random programs whose statements have lines, so that races can be told apart by place.

import type { Execution } from '../../src/execution/execution.js';
import type { Race, RaceSide } from '../../src/execution/race.js';
import type { Program } from '../../src/program/program.js';
import { mapBody } from '../../src/program/rewrite.js';

/** Every statement gets a line of its own. */
export function withLines(program: Program): Program {
  let line = 1;
  return {
    ...program,
    threads: program.threads.map((thread) => ({
      ...thread,
      body: mapBody(thread.body, (s) => [{ ...s, at: { line: line++, column: 1 } }]),
    })),
  };
}

/** The lines of the two sides, lower one first. */
export function linesOf({ events, allocs = [] }: Execution, { sides }: Race): string {
  const line = ({ thread, index, allocation }: RaceSide): number => {
    const found = (allocation === true ? allocs : events).find(
      (e) => e.thread === thread && e.index === index,
    );
    return found?.at?.line ?? 0;
  };
  return sides
    .map(line)
    .sort((a, b) => a - b)
    .join(' ');
}
