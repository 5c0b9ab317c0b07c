// The lists of <sys/queue.h>, against an array to which the same is done.

import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/support/prng.js';
import { findings } from '../run.js';

interface Kind {
  readonly name: string;
  /** A loop from the end to the beginning. */
  readonly backwards?: (body: string) => string;
  readonly tail: boolean;
  readonly before: boolean;
  /** How an element goes, which has the name `e`. */
  readonly remove: (e: string) => string;
  /** Operations that are told the head too. */
  readonly headInAfter: boolean;
  readonly headInBefore: boolean;
  readonly removeHead: boolean;
  readonly concat?: string;
}

const kinds: readonly Kind[] = [
  {
    name: 'SLIST',
    tail: false,
    before: false,
    remove: (e) => `SLIST_REMOVE(&h, ${e}, n, f)`,
    headInAfter: false,
    headInBefore: false,
    removeHead: true,
  },
  {
    name: 'LIST',
    tail: false,
    before: true,
    remove: (e) => `LIST_REMOVE(${e}, f)`,
    headInAfter: false,
    headInBefore: false,
    removeHead: false,
  },
  {
    name: 'STAILQ',
    tail: true,
    before: false,
    remove: (e) => `STAILQ_REMOVE(&h, ${e}, n, f)`,
    headInAfter: true,
    headInBefore: false,
    removeHead: true,
    concat: 'STAILQ_CONCAT(&h, &o)',
  },
  {
    name: 'SIMPLEQ',
    tail: true,
    before: false,
    remove: (e) => `SIMPLEQ_REMOVE(&h, ${e}, n, f)`,
    headInAfter: true,
    headInBefore: false,
    removeHead: true,
  },
  {
    name: 'TAILQ',
    backwards: (body) => `TAILQ_FOREACH_REVERSE(e, &h, head, f) ${body}`,
    tail: true,
    before: true,
    remove: (e) => `TAILQ_REMOVE(&h, ${e}, f)`,
    headInAfter: true,
    headInBefore: false,
    removeHead: false,
    concat: 'TAILQ_CONCAT(&h, &o, f)',
  },
  {
    name: 'CIRCLEQ',
    backwards: (body) => `CIRCLEQ_FOREACH_REVERSE(e, &h, f) ${body}`,
    tail: true,
    before: true,
    remove: (e) => `CIRCLEQ_REMOVE(&h, ${e}, f)`,
    headInAfter: true,
    headInBefore: true,
    removeHead: false,
  },
];

const elements = 5;

/** The final content of an array, with the C that computes it. */
function randomOperations(kind: Kind, seed: number): string[] {
  const random = new Random(seed);
  const pick = (n: number): number => random.int(0, Math.max(n - 1, 0));
  const K = kind.name;
  const lines: string[] = [];
  const list: number[] = [];
  for (let step = 0; step < 12; step++) {
    const absent = Array.from({ length: elements }, (_, i) => i).filter((i) => !list.includes(i));
    const e = absent[pick(absent.length)];
    const at = pick(list.length);
    const o = list[at];
    const choices: (() => void)[] = [];
    if (e !== undefined) {
      choices.push(() => {
        lines.push(`${K}_INSERT_HEAD(&h, &x[${e}], f);`);
        list.unshift(e);
      });
      if (kind.tail)
        choices.push(() => {
          lines.push(`${K}_INSERT_TAIL(&h, &x[${e}], f);`);
          list.push(e);
        });
      if (o !== undefined) {
        choices.push(() => {
          lines.push(`${K}_INSERT_AFTER(${kind.headInAfter ? '&h, ' : ''}&x[${o}], &x[${e}], f);`);
          list.splice(at + 1, 0, e);
        });
        if (kind.before)
          choices.push(() => {
            lines.push(`${K}_INSERT_BEFORE(${kind.headInBefore ? '&h, ' : ''}&x[${o}], &x[${e}], f);`);
            list.splice(at, 0, e);
          });
      }
      if (kind.concat !== undefined)
        choices.push(() => {
          lines.push(`${K}_INSERT_TAIL(&o, &x[${e}], f); ${kind.concat}; assert(${K}_EMPTY(&o));`);
          list.push(e);
        });
    }
    if (o !== undefined) {
      choices.push(() => {
        lines.push(`${kind.remove(`&x[${o}]`)};`);
        list.splice(at, 1);
      });
      if (kind.removeHead)
        choices.push(() => {
          lines.push(`${K}_REMOVE_HEAD(&h, f);`);
          list.shift();
        });
    }
    random.pick(choices)();
    const number = (order: readonly number[]): number => order.reduce((sum, i) => 10 * sum + i + 1, 0);
    lines.push(
      `r = 0; ${K}_FOREACH(e, &h, f) r = 10 * r + e->v; assert(r == ${number(list)});`,
      `assert(${K}_EMPTY(&h) == ${list.length === 0 ? 1 : 0});`,
    );
    if (list.length > 0) lines.push(`assert(${K}_FIRST(&h)->v == ${(list[0] ?? 0) + 1});`);
    if (kind.backwards !== undefined)
      lines.push(
        `r = 0; ${kind.backwards('r = 10 * r + e->v;')} assert(r == ${number([...list].reverse())});`,
      );
  }
  return lines;
}

const programOf = (kind: Kind, seed: number): string => `#include <assert.h>
#include <sys/queue.h>
struct n { int v; ${kind.name}_ENTRY(n) f; } x[${elements}];
${kind.name}_HEAD(head, n) h = ${kind.name}_HEAD_INITIALIZER(h), o;
int main(void) {
  struct n *e; int r;
  for (int i = 0; i < ${elements}; i++) x[i].v = i + 1;
  ${kind.name}_INIT(&o);
  ${randomOperations(kind, seed).join('\n  ')}
  return 0;
}
`;

describe('the lists of sys/queue.h', () => {
  it.each(kinds)('$name', (kind) => {
    for (let seed = 0; seed < 3; seed++)
      expect(findings(programOf(kind, seed), 'sc', { observe: [] }), `seed ${seed}`).toEqual([]);
  });
});
