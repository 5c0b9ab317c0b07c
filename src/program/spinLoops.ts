// Spin loops into assumes, for outcomes and assertions: a loop that only waits becomes one round and the assumption that it
// was the last (docs/spin-loops.md). Not for robustness: it removes reads.

import { present } from '../support/present.js';
import { onlyWaits } from './awaitLoop.js';
import { constant, unary } from './expression.js';
import { type LiveAfter, liveAfter, type Registers } from './liveness.js';
import type { Program, Thread } from './program.js';
import { mapBody, rewriteBody } from './rewrite.js';
import type { Statement, StatementOf } from './statement.js';

/** The program itself if it has no such loop. */
export function assumeSpinLoops(program: Program): Program {
  let changed = false;
  const threads = program.threads.map((thread, index) => {
    const atEnd = new Set(
      program.observed.flatMap((o) => (o.kind === 'register' && o.thread === index ? [o.register] : [])),
    );
    const rewritten = rewriteThread(thread, atEnd);
    changed ||= rewritten !== thread;
    return rewritten;
  });
  return changed ? { ...program, threads } : program;
}

/** Innermost loops first: a loop around one that was rewritten may itself only wait. */
function rewriteThread(thread: Thread, atEnd: Registers): Thread {
  for (let current = thread; ; ) {
    const body = rewriteWaits(current.body, liveAfter(current.body, atEnd));
    if (body === current.body) return current;
    current = { ...current, body };
  }
}

function rewriteWaits(body: readonly Statement[], live: LiveAfter): readonly Statement[] {
  return rewriteBody(body, (s) => {
    if (s.kind === 'atomic') return [s];
    return s.kind === 'while' && s.bound !== 0 && onlyWaits(s, live) ? [lastRound(s)] : undefined;
  });
}

/** `while (c) body` as `if (c) { body; assume(!c) }`, where `continue` leads to the assume. */
function lastRound(loop: StatementOf<'while'>): Statement {
  const at = present({ at: loop.at });
  const { label, condition } = loop;
  const round = `${label}_round`;
  const forever = condition.kind === 'const' && condition.value !== 0;
  const body: Statement[] = [
    { kind: 'block', label: round, body: withoutContinue(loop.body, label, round), ...at },
    {
      kind: 'assume',
      condition: forever ? constant(0) : unary('!', condition),
      awaits: loop,
      ...at,
    },
  ];
  const block: Statement = { kind: 'block', label, body, ...at };
  return forever ? block : { kind: 'if', condition, whenTrue: [block], whenFalse: [], ...at };
}

/** There is no loop inside one that only waits, so every `continue` with its label is its own. */
const withoutContinue = (body: readonly Statement[], label: string, round: string): readonly Statement[] =>
  mapBody(body, (s) => [
    s.kind === 'continue' && s.label === label ? { ...s, kind: 'break', label: round } : s,
  ]);
