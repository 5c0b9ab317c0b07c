// Spin loops into assumes, for outcomes and assertions: a loop that only waits becomes one round and the assumption that it
// was the last (docs/spin-loops.md). Not for robustness: it removes reads.

import { onlyWaits } from './awaitLoop.js';
import { constant, unary } from './expression.js';
import { type LiveAfter, liveAfter, type Registers } from './liveness.js';
import type { Program, Thread } from './program.js';
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
    const body = rewriteBody(current.body, liveAfter(current.body, atEnd));
    if (body === current.body) return current;
    current = { ...current, body };
  }
}

function rewriteBody(body: readonly Statement[], live: LiveAfter): readonly Statement[] {
  const rewritten = body.map((s) => rewriteStatement(s, live));
  return rewritten.some((s, i) => s !== body[i]) ? rewritten : body;
}

function rewriteStatement(s: Statement, live: LiveAfter): Statement {
  switch (s.kind) {
    case 'if': {
      const whenTrue = rewriteBody(s.whenTrue, live);
      const whenFalse = rewriteBody(s.whenFalse, live);
      return whenTrue === s.whenTrue && whenFalse === s.whenFalse ? s : { ...s, whenTrue, whenFalse };
    }
    case 'block': {
      const body = rewriteBody(s.body, live);
      return body === s.body ? s : { ...s, body };
    }
    case 'while': {
      if (s.bound !== 0 && onlyWaits(s, live)) return lastRound(s);
      const body = rewriteBody(s.body, live);
      return body === s.body ? s : { ...s, body };
    }
    default:
      return s;
  }
}

/** `while (c) body` as `if (c) { body; assume(!c) }`, where `continue` leads to the assume. */
function lastRound(loop: StatementOf<'while'>): Statement {
  const at = loop.at === undefined ? {} : { at: loop.at };
  const { label, condition } = loop;
  const round = `${label}_round`;
  const forever = condition.kind === 'const' && condition.value !== 0;
  const body: Statement[] = [
    { kind: 'block', label: round, body: loop.body.map((s) => withoutContinue(s, label, round)), ...at },
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
function withoutContinue(s: Statement, label: string, round: string): Statement {
  const inner = (body: readonly Statement[]): Statement[] =>
    body.map((each) => withoutContinue(each, label, round));
  switch (s.kind) {
    case 'continue':
      return s.label === label ? { ...s, kind: 'break', label: round } : s;
    case 'if':
      return { ...s, whenTrue: inner(s.whenTrue), whenFalse: inner(s.whenFalse) };
    case 'block':
      return { ...s, body: inner(s.body) };
    default:
      return s;
  }
}
