// Random programs, weighted towards trouble: few locations, short threads that touch the same cells, fences and atomics
// in between. A seed and the options name a program; the same pair gives the same program in every run.

import type { Condition, Formula, Observable } from '../program/condition.js';
import type { InitialValue, Location, Program, Thread } from '../program/program.js';
import type { Statement } from '../program/statement.js';
import { validate } from '../program/validate.js';
import { present } from '../support/present.js';
import { Random } from '../support/prng.js';
import { everything } from './observe.js';
import { type Feature, type RandomOptions, type RandomSettings, settingsOf } from './randomOptions.js';
import type { RandomPlan } from './randomScope.js';
import { RandomThread } from './randomThread.js';
import { Widening } from './widen.js';

export function randomProgram(seed: number, options: RandomOptions = {}): Program {
  const settings = settingsOf(options);
  const random = new Random(seed);
  const plan = planOf(random, settings);
  const count = Math.min(random.int(...settings.threads), random.int(...settings.threads));
  const spawns = planSpawns(random, count, plan.features);
  const narrow = budgets(random, count, settings.size).map((budget, index) =>
    randomThread(random.fork(), plan, budget, index, spawns),
  );
  const widening = wideningOf(seed, settings, plan);
  const threads = widening === undefined ? narrow : narrow.map((thread) => widening.thread(thread));
  const integers = [...plan.plain, ...plan.arrays];
  const locations = [
    ...(widening === undefined ? integers : integers.map((location) => widening.location(location))),
    ...plan.pointers,
    ...plan.locks,
    ...plan.counters,
  ];
  const observed = everything(locations, threads);
  const condition = plan.features.has('condition') ? randomCondition(random, plan, observed) : undefined;
  return validate({
    name: `random${seed}`,
    locations,
    threads,
    observed,
    ...present({ condition }),
  });
}

/** Other widths, for some programs; their choice does not disturb the rest. */
function wideningOf(seed: number, { features, mix }: RandomSettings, plan: RandomPlan): Widening | undefined {
  const random = new Random(~seed);
  if (!features.has('width') || (mix && !random.chance(likelihood('width')))) return undefined;
  return new Widening(random, plan.pointers, plan.features.has('fault'));
}

/** The features and locations of one program. */
function planOf(random: Random, { features, locations, mix }: RandomSettings): RandomPlan {
  const chosen = new Set(
    [...features].filter((f) => f !== 'width' && (!mix || random.chance(likelihood(f)))),
  );
  const initial = (): number => (random.chance(0.1) ? random.int(1, 2) : 0);
  const [fewest, most] = locations;
  const size = random.weighted(
    Array.from({ length: most - fewest + 1 }, (_, i) => [fewest + i === 2 ? 6 : 1, fewest + i] as const),
  );
  const plain = Array.from(
    { length: size },
    (_, i): Location => ({ name: plainName(i), initial: [initial()] }),
  );
  const arrays: Location[] = chosen.has('array')
    ? [{ name: 'a', initial: [initial(), initial()], array: true }]
    : [];
  const pointers: Location[] = chosen.has('pointer')
    ? ['p', 'q'].slice(0, random.chance(0.25) ? 2 : 1).map((name) => ({
        name,
        initial: [{ location: random.pick(plain).name, index: 0 }],
      }))
    : [];
  const locks: Location[] = chosen.has('lock')
    ? ['m', 'n'].slice(0, random.int(1, 2)).map((name) => ({ name, initial: [0] }))
    : [];
  const counters: Location[] = chosen.has('wait')
    ? ['s', 'w'].slice(0, random.int(1, 2)).map((name) => ({ name, initial: [random.int(0, 2)] }))
    : [];
  return { features: chosen, plain, arrays, pointers, locks, counters, values: [] };
}

const plainName = (i: number): string => (i < 3 ? ['x', 'y', 'z'][i] : `x${i}`);

function likelihood(feature: Feature): number {
  switch (feature) {
    case 'rmw':
    case 'fence':
    case 'dependency':
    case 'condition':
      return 0.5;
    case 'store-fence':
    case 'if':
    case 'alloc':
    case 'fault':
      return 0.35;
    case 'width':
      return 0.1;
    default:
      return 0.3;
  }
}

/** How the memory events are shared out: at least one per thread, mostly even. */
function budgets(random: Random, threads: number, size: number): number[] {
  const total = Math.max(threads, random.int(Math.ceil(size * 0.6), size));
  const shares = new Array<number>(threads).fill(1);
  for (let left = total - threads; left > 0; left--) {
    const a = random.int(0, threads - 1);
    const b = random.int(0, threads - 1);
    shares[shares[a] <= shares[b] ? a : b]++;
  }
  return shares;
}

interface Spawn {
  readonly parent: number;
  readonly parameters: readonly string[];
}

/** For each thread its parent, or undefined if it is there from the start. A parent comes before its children. */
function planSpawns(random: Random, threads: number, features: ReadonlySet<Feature>): (Spawn | undefined)[] {
  return Array.from({ length: threads }, (_, index) => {
    if (index === 0 || !features.has('spawn') || random.chance(0.3)) return undefined;
    return { parent: random.int(0, index - 1), parameters: random.chance(0.5) ? ['arg'] : [] };
  });
}

function randomThread(
  random: Random,
  plan: RandomPlan,
  budget: number,
  index: number,
  spawns: readonly (Spawn | undefined)[],
): Thread {
  const own = spawns[index];
  const thread = new RandomThread(random, plan, own?.parameters ?? []);
  const body = thread.body(budget);
  spawns.forEach((spawn, child) => {
    if (spawn?.parent === index) insertSpawn(random, plan, thread, body, child, spawn);
  });
  return {
    name: `P${index}`,
    start: own === undefined ? 'initial' : 'spawned',
    parameters: own?.parameters ?? [],
    registers: new Map(thread.registers.addresses.map((name) => [name, somewhere(random, plan)])),
    body,
  };
}

/** A register for addresses holds a valid one even where nothing was loaded into it. */
function somewhere(random: Random, plan: RandomPlan): InitialValue {
  return { location: random.pick(plan.plain).name, index: 0 };
}

/** Puts a spawn, and often a join of the same thread later on, among a thread's outermost statements. */
function insertSpawn(
  random: Random,
  plan: RandomPlan,
  thread: RandomThread,
  body: Statement[],
  child: number,
  { parameters }: Spawn,
): void {
  const { integers } = thread.registers;
  const args = parameters.map(() =>
    integers.length > 0 && random.chance(0.5)
      ? ({ kind: 'register', name: random.pick(integers) } as const)
      : ({ kind: 'const', value: random.int(0, 3) } as const),
  );
  const spawn: Statement = { kind: 'spawn', thread: child, args };
  const join: Statement = { kind: 'join', thread: { kind: 'const', value: child } };
  const first = random.int(0, Math.ceil(body.length / 2));
  const fault = plan.features.has('fault') && random.chance(0.5);
  if (plan.features.has('if') && random.chance(0.15)) {
    const whenTrue = random.chance(0.5) ? [spawn, join] : [spawn];
    body.splice(first, 0, { kind: 'if', condition: thread.condition(), whenTrue, whenFalse: [] });
    if (fault) body.push(join);
    return;
  }
  body.splice(first, 0, spawn);
  if (random.chance(0.6)) body.splice(random.int(first + 1, body.length), 0, join);
  if (fault) body.push(random.pick([spawn, join, { kind: 'join', thread: { kind: 'const', value: -1 } }]));
}

/** One or two facts about the final state, joined. */
function randomCondition(
  random: Random,
  plan: RandomPlan,
  observed: readonly Observable[],
): Condition | undefined {
  if (observed.length === 0) return undefined;
  const fact = (): Formula => ({
    kind: 'compare',
    op: random.chance(0.8) ? '=' : '!=',
    left: random.pick(observed),
    right: { kind: 'const', value: random.chance(0.4) ? 0 : random.int(0, plan.values.length + 1) },
  });
  const formula: Formula = random.weighted<() => Formula>([
    [1, fact],
    [3, () => ({ kind: random.pick(['and', 'and', 'or', 'implies'] as const), left: fact(), right: fact() })],
    [0.5, () => ({ kind: 'not', operand: fact() })],
  ])();
  return { quantifier: random.pick(['exists', 'exists', 'not exists', 'forall']), formula };
}
