// Random programs with what pthread.h and semaphore.h have (syncText.ts), each with a few kinds of it and their partners.

import { Random } from '../../src/support/prng.js';
import type { Lock, Op, SyncProgram } from './syncText.js';

const locks: readonly Lock[] = ['mutex', 'recursive', 'spin', 'reader', 'writer'];
type Kind = Exclude<Op['kind'], 'read' | 'write'>;

const kinds: readonly Kind[] = [
  ...locks,
  ...(['post', 'take', 'tryTake', 'barrier', 'once', 'wait', 'ifFlag', 'raise', 'swap', 'fence'] as const),
];

const partners: Partial<Record<Kind, Kind>> = {
  reader: 'writer',
  writer: 'reader',
  post: 'take',
  take: 'post',
  tryTake: 'post',
  ifFlag: 'raise',
  raise: 'ifFlag',
  swap: 'ifFlag',
  fence: 'ifFlag',
  wait: 'mutex',
};

export function randomSyncThreads(seed: number): SyncProgram {
  const random = new Random(seed);
  const times = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: random.int(0, most) }, () => make());
  const order = () => random.pick(['relaxed', 'strong'] as const);
  const simple = (): Op => {
    const n = random.int(0, 9);
    if (n < 7) return { kind: random.pick(['read', 'write', 'write']), cell: random.pick(['x', 'x', 'y']) };
    if (n === 7) return { kind: 'raise', order: order() };
    if (n === 8) return { kind: 'post' };
    return { kind: random.pick(['swap', 'fence']), order: order() };
  };
  const few = (most: number): Op[] => times(most, simple);
  const chosen = [random.pick(kinds), random.pick(kinds), random.pick(kinds)];
  const sync = (): Op => {
    const one = random.pick(chosen);
    const kind = random.chance(0.5) ? one : (partners[one] ?? one);
    switch (kind) {
      case 'mutex':
      case 'recursive':
      case 'spin':
      case 'reader':
      case 'writer': {
        const tries = random.chance(0.3);
        return { kind, tries, body: few(2), otherwise: tries ? few(1) : [] };
      }
      case 'tryTake':
        return { kind, order: 'strong', body: few(1), otherwise: few(1) };
      case 'ifFlag': {
        const fence: Op[] = random.chance(0.3) ? [{ kind: 'fence', order: 'strong' }] : [];
        return { kind, order: order(), body: [...fence, ...few(1), simple()], otherwise: few(1) };
      }
      case 'raise':
      case 'swap':
      case 'fence':
        return { kind, order: order() };
      default:
        return { kind };
    }
  };
  const ops = (most: number): Op[] => times(most, () => (random.chance(0.5) ? sync() : simple()));
  return {
    threads: Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => [...ops(2), simple(), ...ops(1)]),
    main: ops(3),
    later: few(1),
    key: random.chance(0.12),
  };
}
