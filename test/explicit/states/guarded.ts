// Random programs of critical sections. Few of their accesses stand outside of a section, and few stores open a lock in another way.
// A search that relies on closed locks is right in most of these programs, and must notice the others.

import { everything } from '../../../src/generate/observe.js';
import { addressOf, constant } from '../../../src/program/expression.js';
import type { Program, Thread } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';
import { Random } from '../../../src/support/prng.js';

const cells = ['x', 'y'];

function access(random: Random): Statement {
  const address = addressOf(random.pick(cells));
  const target = random.pick(['r', 's']);
  if (random.chance(0.5)) return { kind: 'store', address, value: constant(random.int(1, 2)) };
  return { kind: 'load', target, address };
}

interface Style {
  /** Locks say which thread holds them. */
  readonly named: boolean;
  readonly locks: readonly string[];
  /** Some accesses stand outside of sections, and some stores open or close a lock. */
  readonly loose: boolean;
}

function section(t: number, random: Random, style: Style, depth = 0): Statement[] {
  const address = addressOf(random.pick(style.locks));
  const inside = Array.from({ length: random.int(1, 3) }, () => access(random));
  if (depth === 0 && style.locks.length > 1 && random.chance(0.3))
    inside.push(...section(t, random, style, 1));
  const holder = constant(t + 7);
  const lock: Statement = style.named
    ? { kind: 'lock', address, leaves: { op: '=', value: holder } }
    : { kind: 'lock', address };
  const unlock: Statement = style.named ? { kind: 'unlock', address, holder } : { kind: 'unlock', address };
  return [lock, ...inside, ...(style.loose && random.chance(0.1) ? [] : [unlock])];
}

function part(t: number, random: Random, style: Style): Statement[] {
  const kind = style.loose ? random.int(0, 9) : 0;
  if (kind < 5) return section(t, random, style);
  if (kind < 7) return [access(random)];
  const address = addressOf(random.pick(style.locks));
  if (kind < 9) return [{ kind: 'store', address, value: constant(kind === 7 ? 0 : 1) }];
  return [{ kind: 'fence', fence: 'full' }];
}

/** Two or three threads, in half of the programs started by the first. */
export function guarded(seed: number): Program {
  const random = new Random(seed);
  const style: Style = {
    named: random.chance(0.5),
    locks: random.chance(0.7) ? ['m'] : ['m', 'n'],
    loose: random.chance(0.5),
  };
  const starts = random.chance(0.5);
  const count = starts || random.chance(0.3) ? 2 : 3;
  const first = starts ? 1 : 0;
  const threads = Array.from({ length: count }, (_, i): Thread => {
    const t = first + i;
    const parts = Array.from({ length: random.int(1, count === 3 ? 1 : 2) }, () => part(t, random, style));
    const start = starts ? 'spawned' : 'initial';
    return { name: `P${t}`, start, parameters: [], registers: new Map(), body: parts.flat() };
  });
  const spawns = threads.map((_, i): Statement => ({ kind: 'spawn', thread: i + 1, args: [] }));
  const joins = threads.map((_, i): Statement => ({ kind: 'join', thread: constant(i + 1) }));
  const body = [
    ...spawns.slice(0, 1),
    ...(random.chance(0.3) ? section(0, random, style) : []),
    ...spawns.slice(1),
    ...joins.filter(() => random.chance(0.4)),
    ...(random.chance(0.5) ? part(0, random, style) : []),
  ];
  const starter: Thread = { name: 'P0', start: 'initial', parameters: [], registers: new Map(), body };
  const all = starts ? [starter, ...threads] : threads;
  const locations = [...cells, 'm', 'n'].map((name) => ({ name, initial: [0] }));
  return validate({ name: `guarded${seed}`, locations, threads: all, observed: everything(locations, all) });
}
