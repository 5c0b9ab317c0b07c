// Observing everything: every register a thread mentions as a target, and every cell.

import type { Observable } from '../program/condition.js';
import type { Location, Thread } from '../program/program.js';
import { forEachStatement, targetsOf } from '../program/statement.js';

/** The registers of a thread that can differ from 0, in order of first mention. */
export function registersOf(thread: Thread): string[] {
  const names = new Set<string>([...thread.parameters, ...thread.registers.keys()]);
  forEachStatement(thread.body, (s) => {
    for (const name of targetsOf(s)) names.add(name);
  });
  return [...names];
}

export function everything(locations: readonly Location[], threads: readonly Thread[]): Observable[] {
  const registers = threads.flatMap((thread, index) =>
    registersOf(thread).map((name): Observable => ({ kind: 'register', thread: index, register: name })),
  );
  const cells = locations.flatMap((location) =>
    location.initial.map((_, index): Observable => ({ kind: 'cell', location: location.name, index })),
  );
  return [...registers, ...cells];
}
