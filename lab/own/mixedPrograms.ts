// Random straight-line programs of a given number of events, with questions whose answers are known, to measure the
// symbolic engine.

import type { Outcome } from '#diptych/execution/execution.js';
import { finalRegister, program } from '#diptych/program/builder.js';
import type { Formula } from '#diptych/program/condition.js';
import type { Program } from '#diptych/program/program.js';
import { Random } from '#diptych/support/prng.js';
import type { SymbolicEngine } from '#diptych/symbolic/index.js';

/** Four threads with `events` loads, stores, atomics and fences on a few locations, every value stored once. */
export function mixedProgram(events: number, seed: number): Program {
  const random = new Random(seed);
  const p = program(`mixed-${events}-${seed}`);
  const cells = Array.from({ length: 2 + Math.ceil(events / 24) }, (_, i) => p.location(`x${i}`));
  let value = 1;
  for (let thread = 0; thread < 4; thread++)
    p.thread((t) => {
      for (let i = 0; i < events / 4; i++) {
        const cell = cells[random.int(0, cells.length - 1)];
        const kind = random.int(0, 19);
        if (kind < 9) t.load(cell, `r${i}`);
        else if (kind < 17) t.store(cell, value++);
        else if (kind < 19) t.xchg(cell, value++, `r${i}`);
        else t.fence();
      }
    });
  return p.build();
}

export interface KnownStates {
  readonly reachable: Formula;
  readonly unreachable: Formula;
}

/** A final state of all registers that is reachable under TSO, and one that differs from it in one register and is not. */
export function knownStates(engine: SymbolicEngine, test: Program): KnownStates | undefined {
  const registers = test.threads.flatMap((thread, t) =>
    thread.body.flatMap((s) =>
      (s.kind === 'load' || s.kind === 'rmw') && s.target !== undefined ? [finalRegister(t, s.target)] : [],
    ),
  );
  const observed = { ...test, observed: registers };
  const shown = engine.reachable(observed, { kind: 'true' }, { model: 'tso' }).shown?.execution.outcome ?? [];
  const conjunction = (values: Outcome): Formula =>
    registers.reduce<Formula>(
      (left, r, i) => ({
        kind: 'and',
        left,
        right: { kind: 'compare', op: '=', left: r, right: { kind: 'const', value: values[i] } },
      }),
      { kind: 'true' },
    );
  for (let i = 0; i < registers.length; i++)
    for (const value of [0, ...shown]) {
      const unreachable = conjunction(shown.with(i, value));
      if (value !== shown[i] && engine.reachable(observed, unreachable, { model: 'tso' }).reachable === false)
        return { reachable: conjunction(shown), unreachable };
    }
  return undefined;
}
