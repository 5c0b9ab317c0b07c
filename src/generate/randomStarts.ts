// Random programs for the searches of the explicit engine. Their threads are started by threads which are themselves
// started, perhaps never. Store-store fences separate stores into several epochs of PSO before a read-modify-write.
// Threads may be alike.
//
// Each program has roles that make such things visible. One thread stores in epochs, and one decides by its read
// whether an epoch ends. One reads against the order of the stores, and one starts others and else touches private
// cells. Programs are small, so that every interleaving can be visited.

import { addressOf, binary, constant, type Expr, register } from '../program/expression.js';
import type { Program, Thread } from '../program/program.js';
import type { RmwOp, Statement } from '../program/statement.js';
import { validate } from '../program/validate.js';
import { Random } from '../support/prng.js';
import { everything } from './observe.js';

const cells = ['x', 'y', 'f', 'own'] as const;
type Cell = (typeof cells)[number];

/** The same seed gives the same program. */
export function randomStarts(seed: number): Program {
  const random = new Random(seed);
  const count = random.int(2, 4);
  const chain = random.chance(0.3) ? chains[random.int(0, chains.length - 1)] : undefined;
  const alike = chain === undefined && random.chance(0.15);
  const bodies = (chain?.roles ?? rolesOf(random, count)).map((role) => role(random.fork()));
  if (alike) for (let t = 2; t < count; t++) bodies[t] = [...bodies[1]];
  // Each thread but the first is started by an earlier one, mostly by the one before it or by the first.
  for (let t = 1; t < bodies.length; t++) {
    const starter = alike ? 0 : random.chance(0.5) ? t - 1 : random.int(0, t - 1);
    if (chain === undefined) start(random, bodies[starter], t);
    else startAtEnd(bodies, chain.starters[t - 1], t);
  }
  const threads = bodies.map(
    (body, t): Thread => ({
      name: `P${t}`,
      start: t === 0 ? 'initial' : 'spawned',
      parameters: [],
      registers: new Map(),
      body,
    }),
  );
  const locations = cells.map((name) => ({ name, initial: [0] }));
  return validate({ name: `starts${seed}`, locations, threads, observed: everything(locations, threads) });
}

/** Puts the start of a thread somewhere, sometimes only if something was read, and sometimes waits for its end. */
function start(random: Random, body: Statement[], thread: number): void {
  const spawn: Statement = { kind: 'spawn', thread, args: [] };
  const conditional = random.chance(0.15);
  body.splice(random.int(0, body.length), 0, conditional ? whenSet('r', [spawn]) : spawn);
  if (!conditional && random.chance(0.2)) body.push({ kind: 'join', thread: constant(thread) });
}

type Role = (random: Random) => Statement[];

/** The first thread mostly does little but start others. The rest write cells and read them. */
function rolesOf(random: Random, count: number): readonly Role[] {
  const roles: Role[] = [random.chance(0.6) ? aside : anything, reads];
  const others: readonly Role[] = [storesInEpochs, decides, aside, sets, anything];
  while (roles.length < count)
    roles.splice(random.int(1, roles.length), 0, others[random.int(0, others.length - 1)]);
  // Two threads: the one that starts the other has to do something.
  if (count === 2) roles[0] = others[random.int(0, others.length - 1)];
  return roles;
}

/** With the threads that start the others. The first of them is started at once, the rest when their starter has done what it does. */
const chains: readonly { readonly roles: readonly Role[]; readonly starters: readonly number[] }[] = [
  { roles: [(r) => decides(r), (r) => sets(r), (r) => reads(r)], starters: [0, 1] },
  { roles: [(r) => storesInEpochs(r), (r) => reads(r)], starters: [0] },
  // The second touches what the first does only after it has read what the last one stores.
  {
    roles: [() => [store('own')], (r) => [...reads(r), store('own', 2)], () => [], (r) => storesInEpochs(r)],
    starters: [0, 0, 2],
  },
];

function startAtEnd(bodies: readonly Statement[][], starter: number, thread: number): void {
  const body = bodies[starter];
  const place = thread === 1 ? 0 : body.length;
  body.splice(place, 0, { kind: 'spawn', thread, args: [] });
}

const store = (cell: Cell, value = 1): Statement => ({
  kind: 'store',
  address: addressOf(cell),
  value: constant(value),
});
const load = (cell: Cell, target: string): Statement => ({ kind: 'load', target, address: addressOf(cell) });
const storeFence: Statement = { kind: 'fence', fence: 'store-store' };
const isSet = (name: string): Expr => binary('==', register(name), constant(1));
const whenSet = (name: string, whenTrue: readonly Statement[]): Statement => ({
  kind: 'if',
  condition: isSet(name),
  whenTrue,
  whenFalse: [],
});

function update(random: Random, cell: Cell): Statement {
  const op: RmwOp = random.chance(0.5)
    ? { kind: 'xchg', value: constant(1) }
    : { kind: 'fetch', op: '+', value: constant(1) };
  return { kind: 'rmw', target: 'u', address: addressOf(cell), op };
}

/** `x` before `y`, which is stored or updated in the next epoch. */
const storesInEpochs: Role = (random) => [
  store('x'),
  ...(random.chance(0.8) ? [storeFence] : []),
  random.chance(0.6) ? update(random, 'y') : store('y'),
  ...(random.chance(0.2) ? [storeFence, update(random, 'own')] : []),
];

/** Its read decides whether the epoch ends; the register is then used for something else. */
const decides: Role = (random) => [
  store('x'),
  load('f', 'r'),
  { ...whenSet('r', []), [random.chance(0.5) ? 'whenTrue' : 'whenFalse']: [storeFence] },
  load('f', 'r'),
  whenSet('r', [random.chance(0.7) ? store('y') : update(random, 'y')]),
];

const reads: Role = (random) => (random.chance(0.75) ? [load('y', 'r'), load('x', 's')] : [load('x', 'r')]);

const sets: Role = () => [store('f')];

/** Nothing that concerns others. */
const aside: Role = (random) => (random.chance(0.5) ? [] : [store('own', random.int(1, 2))]);

const anything: Role = (random) =>
  Array.from({ length: random.int(1, 3) }, (): Statement => {
    const cell = cells[random.int(0, 2)];
    const kind = random.int(0, 4);
    if (kind < 2) return store(cell, random.int(1, 2));
    if (kind === 2) return load(cell, random.chance(0.5) ? 'r' : 's');
    return kind === 3 ? storeFence : update(random, cell);
  });
