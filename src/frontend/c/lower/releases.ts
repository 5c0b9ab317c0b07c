// A thread is joined or detached once: what happens the second time POSIX leaves undefined. Every thread remembers, a bit for each, those that
// it has joined or detached itself; where the program cannot do so twice, as most, nothing is remembered.

import { constant, type Expr, keyOfExpression, register } from '../../../program/expression.js';
import type { ThreadId } from '../../../program/identity.js';
import { forEachStatement, type SourceSpan, type Statement } from '../../../program/statement.js';
import { foldBinary, one, zero } from './fold.js';
import type { Frame } from './frame.js';
import type { ProgramState } from './state.js';

/** A join or a detachment; what it looks at is written when all are known. */
export interface Release {
  readonly body: Statement[];
  readonly by: ThreadId;
  readonly of: Expr;
  readonly message: string;
  /** For all releases of a thread the same. */
  readonly remembered: string;
  readonly at: SourceSpan;
}

/** Threads that have a bit. */
const most = 31;

export function releaseThread(frame: Frame, of: Expr, does: 'joins' | 'detaches', at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  if (emitter.dead || emitter.inAtomic) return;
  const known = program.releases.find(({ by }) => by === thread.index);
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label(does), body, at });
  program.releases.push({
    body,
    by: thread.index,
    of,
    message: `it ${does} a thread that was joined or detached before`,
    remembered: known?.remembered ?? emitter.temporary(),
    at,
  });
}

function blocksInLoops(statements: readonly Statement[]): ReadonlySet<readonly Statement[]> {
  const blocks = new Set<readonly Statement[]>();
  forEachStatement(statements, (loop) => {
    if (loop.kind !== 'while') return;
    forEachStatement(loop.body, (s) => {
      if (s.kind === 'block') blocks.add(s.body);
    });
  });
  return blocks;
}

export function finishReleases({ releases, threads }: ProgramState): void {
  if (threads.length > most) return;
  for (const by of new Set(releases.map((release) => release.by))) {
    const own = releases.filter((release) => release.by === by);
    const differ = new Set(own.map(({ of }) => keyOfExpression(of))).size === own.length;
    const repeated = blocksInLoops(threads[by]?.body ?? []);
    if (differ && own.every(({ of, body }) => of.kind === 'const' && !repeated.has(body))) continue;
    for (const { body, of, message, remembered, at } of own) {
      const bit = foldBinary('<<', one, foldBinary('&', of, constant(most)));
      const before = register(remembered);
      body.push(
        {
          kind: 'assert',
          condition: foldBinary('==', foldBinary('&', before, bit), zero),
          message,
          finding: 'misuse',
          at,
        },
        { kind: 'assign', target: remembered, value: foldBinary('|', before, bit), at },
      );
    }
  }
}
