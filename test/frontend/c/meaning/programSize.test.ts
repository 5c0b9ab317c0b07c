// Programs that recurse so widely that they would be too large: they are followed less deep.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { reasonOfCut } from '../../../../src/program/cut.js';
import type { Program } from '../../../../src/program/program.js';
import { forEachStatement } from '../../../../src/program/statement.js';
import { cutText } from '../../../../src/report/notes.js';
import { parse } from '../run.js';

/** Where the program is cut: thread, label. */
function cuts({
  threads,
}: Program): { thread: number; label: string; at: { line: number; column: number } }[] {
  const found: ReturnType<typeof cuts> = [];
  for (const [thread, { body }] of threads.entries())
    forEachStatement(body, (s) => {
      if (s.kind === 'while' && s.bound === 0)
        found.push({ thread, label: s.label, at: s.at ?? { line: 1, column: 1 } });
    });
  return found;
}

describe('threads that start their like', () => {
  const program = parse(
    `#include <pthread.h>
  struct part { int from, to, sum; };
  int total;
  void *add(void *p) { struct part *q = p; pthread_t t[3];
    if (q->to - q->from == 1) { q->sum = q->from; return 0; }
    int third = (q->to - q->from) / 3; struct part s[3];
    for (int i = 0; i < 3; i++) { s[i].from = q->from + i * third; s[i].to = s[i].from + third;
      pthread_create(&t[i], 0, add, &s[i]); }
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    q->sum = s[0].sum + s[1].sum + s[2].sum; return 0; }
  int main(void) { struct part all = { 0, 9, 0 }; add(&all); total = all.sum; }`,
    { observe: ['total'] },
  );

  it('are followed as deep as there is room, which is enough here', () => {
    const { outcomes, cutLoops } = explore(program, { model: 'sc', unroll: 8, timeLimitMs: 20_000 });
    expect(outcomes).toEqual([[36]]);
    expect(cutLoops).toEqual([]);
  });

  it('and no deeper, which an answer says that comes there', () => {
    const [cut, ...others] = cuts(program);
    const reasons = [cut, ...others].map((loop) => reasonOfCut(program, loop));
    for (const reason of reasons) expect(reason).toEqual({ kind: 'call-depth', depth: 2 });
    expect(cutText(program, cut)).toMatch(/^calls of .* that are deeper than 2 were not followed/);
  });
});
