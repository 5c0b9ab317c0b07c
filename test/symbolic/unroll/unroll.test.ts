// Unrolling: which events, reads, writes and stops a program has under each reading, before anything is solved.

import { describe, expect, it } from 'vitest';
import { finalRegister, type ProgramBuilder, program } from '../../../src/program/builder.js';
import { register } from '../../../src/program/expression.js';
import { unrollProgram } from '../../../src/symbolic/unroll/unroll.js';
import type { Reading, Unrolled } from '../../../src/symbolic/unroll/unrolled.js';

function unrolled(fill: (p: ProgramBuilder) => void, reading: Reading = 'complete', unroll = 3): Unrolled {
  const p = program('test');
  fill(p);
  return unrollProgram(p.build(), reading, unroll);
}

const kinds = ({ events, threads }: Unrolled): string[] =>
  threads.map((thread) => thread.events.map((id) => events[id].kind).join(' '));

describe('unrolling', () => {
  it('lists the events of each thread in program order', () => {
    const u = unrolled((p) => {
      const [x, y] = [p.location('x'), p.location('y')];
      p.thread((t) => void t.store(x, 1).fence().load(y, 'r'));
      p.thread((t) => {
        t.load(y, 'r');
        t.xchg(x, 2, 's');
      });
    });
    expect(kinds(u)).toEqual(['W F R', 'R U']);
    expect(u.reads).toHaveLength(3);
    expect(u.writes).toHaveLength(2);
    expect(u.events.every(({ guard }) => guard === u.terms.yes)).toBe(true);
    expect(u.stops).toEqual([]);
  });

  it('has an event of a loop once per round, each under the guard of the round before', () => {
    const u = unrolled((p) => {
      const x = p.location('x');
      p.thread((t) => {
        t.assign('r', 1);
        t.while('r', (body) => void body.load(x, 'r'));
      });
    });
    const reads = u.threads[0].events.map((id) => u.events[id]);
    expect(reads.map(({ kind }) => kind)).toEqual(['R', 'R', 'R']);
    expect(reads[0].guard).toBe(u.terms.yes);
    for (const [i, read] of reads.entries())
      if (i > 1) expect(u.terms.implies(read.guard, reads[i - 1].guard)).toBe(true);
  });

  it('merges what the branches of an if leave behind', () => {
    const u = unrolled((p) => {
      const [x, y] = [p.location('x'), p.location('y')];
      p.thread((t) => {
        const r = t.load(x, 'r');
        t.if(
          r,
          (yes) => void yes.assign('s', 1),
          (no) => void no.assign('s', 2),
        );
        t.store(y, register('s'));
      });
      p.observe(finalRegister(0, 's'));
    });
    const [, store] = u.threads[0].events.map((id) => u.events[id]);
    // Both branches lead to it: the guard after the if is the guard before it.
    expect(store.guard).toBe(u.terms.yes);
    expect(u.writes[store.writes[0]].value).toMatchObject({ kind: 'ite' });
    expect(u.threads[0].registers.get('s')).toBe(u.writes[store.writes[0]].value);
  });

  it('knows what never happens', () => {
    const u = unrolled((p) => {
      const x = p.location('x');
      p.thread((t) => {
        t.assign('r', 0);
        t.if('r', (yes) => void yes.store(x, 1));
      });
    });
    expect(kinds(u)).toEqual(['']);
  });

  it('stops where a maximal execution may stop, and there a later event is not executed', () => {
    const fill = (p: ProgramBuilder): void => {
      const x = p.location('x');
      p.thread((t) => {
        t.assume(t.load(x, 'r'));
        t.store(x, 2);
      });
    };
    const complete = unrolled(fill);
    expect(complete.stops.map(({ why }) => why)).toEqual(['assume']);
    expect(complete.events.every(({ guard }) => guard === complete.terms.yes)).toBe(true);
    const maximal = unrolled(fill, 'maximal');
    expect(maximal.stops.map(({ why }) => why)).toEqual(['assume']);
    const [load, store] = maximal.threads[0].events.map((id) => maximal.events[id]);
    expect(load.guard).toBe(maximal.terms.yes);
    expect(store.guard).not.toBe(maximal.terms.yes);
    // It stops exactly where it does not go on.
    expect(maximal.terms.not(maximal.stops[0].when)).toBe(store.guard);
  });

  it('cuts a loop at its bound, and says which', () => {
    const u = unrolled(
      (p) => {
        const x = p.location('x');
        p.thread((t) => {
          t.load(x, 'r');
          t.while('r', (body) => {
            body.store(x, 1);
            body.load(x, 'r');
          });
        });
      },
      'maximal',
      2,
    );
    expect(kinds(u)).toEqual(['R W R W R']);
    const cut = u.stops.filter(({ why }) => why === 'bound');
    expect(cut).toHaveLength(1);
    expect(cut[0].loop?.kind).toBe('while');
  });

  it('makes one event of an atomic block', () => {
    const u = unrolled((p) => {
      const [x, y] = [p.location('x'), p.location('y')];
      p.thread((t) => {
        t.atomic((block) => {
          block.load(x, 'r');
          block.store(y, 'r');
        });
      });
    });
    expect(kinds(u)).toEqual(['A']);
    expect(u.events[0]).toMatchObject({ reads: [0], writes: [0] });
    expect(u.writes[0].value).toBe(u.reads[0].value);
  });
});
