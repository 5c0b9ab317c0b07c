// Program order across threads, against paths over its elements: each event before the next of its thread, a spawn
// before the first of its thread, the last event of a thread before its join.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { program } from '../../../src/program/builder.js';
import { ProgramOrder } from '../../../src/symbolic/unroll/order.js';
import { unrollProgram } from '../../../src/symbolic/unroll/unroll.js';

/**
 * By thread from the second on: its parent and the number of stores before the spawn; then the thread that may join
 * it, and the stores before that.
 */
const forests = fc.array(
  fc.record({ parent: fc.nat(3), place: fc.nat(2), joiner: fc.option(fc.nat(3)), later: fc.nat(2) }),
  { minLength: 1, maxLength: 4 },
);

describe('program order', () => {
  it('has the pairs to which a path leads', () => {
    fc.assert(
      fc.property(forests, (children) => {
        const p = program('test');
        const x = p.location('x');
        // Whom each thread spawns and joins; only earlier threads spawn, and only a parent or a younger sibling joins.
        const actions = Array.from(
          { length: children.length + 1 },
          (): (readonly [number, string, number])[] => [],
        );
        children.forEach(({ parent, place, joiner, later }, i) => {
          const child = i + 1;
          actions[parent % child].push([place, 'spawn', child]);
          if (joiner === null) return;
          const by = joiner % (children.length + 1);
          if (by !== child && (by > child || by === parent % child))
            actions[by].push([place + later, 'join', child]);
        });
        actions.forEach((own, i) => {
          p.thread(
            (t) => {
              for (let place = 0; place < 5; place++) {
                for (const kind of ['spawn', 'join'])
                  for (const [at, what, thread] of own)
                    if (at === place && what === kind) what === 'spawn' ? t.spawn(thread) : t.join(thread);
                t.store(x, place);
              }
            },
            i === 0 ? {} : { spawned: [] },
          );
        });
        const unrolled = unrollProgram(p.build(), 'maximal', 3);
        const { events, threads, terms } = unrolled;
        const next: number[][] = events.map(() => []);
        threads.forEach((thread, t) => {
          thread.events.forEach((event, i) => {
            if (i > 0) next[thread.events[i - 1]].push(event);
          });
          for (const [, what, other] of actions[t]) {
            const at = thread.events.find((e) => {
              const named = events[e].other;
              return events[e].kind === what && named !== undefined && named === terms.constant(other);
            });
            if (at === undefined) continue;
            if (what === 'spawn') next[at].push(threads[other].events[0]);
            else next[threads[other].events.at(-1) ?? at].push(at);
          }
        });
        const order = new ProgramOrder(unrolled);
        for (const { id: a } of events) {
          const reached = new Set<number>();
          const visit = (e: number): void => {
            for (const b of next[e]) {
              if (reached.has(b)) continue;
              reached.add(b);
              visit(b);
            }
          };
          visit(a);
          // Threads that join each other have no common end.
          fc.pre(!reached.has(a));
          const after = events.filter(({ id: b }) => order.before(a, b) !== terms.no);
          expect(new Set(after.map(({ id }) => id))).toEqual(reached);
        }
      }),
      { numRuns: 60 },
    );
  });
});
