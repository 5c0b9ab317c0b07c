// Spawn, join, lock and unlock: events that start, await or exclude other threads. All are full fences.

import type { EventId } from '../../execution/event.js';
import { accessWidth } from '../../program/cells.js';
import { constant } from '../../program/expression.js';
import type { StatementOf, Until } from '../../program/statement.js';
import { registerWidth } from '../../program/widths.js';
import { InputError } from '../../support/diagnostic.js';
import type { Access } from './building.js';
import type { Path } from './path.js';
import type { Term } from './term.js';
import type { ThreadUnroller } from './thread.js';
import type { Read } from './unrolled.js';

export function unrollSpawn(unroller: ThreadUnroller, s: StatementOf<'spawn'>, path: Path): void {
  const { building, thread } = unroller;
  const { terms } = building;
  const earlier = building.spawns.get(s.thread) ?? [];
  const { name } = building.program.threads[s.thread];
  if (earlier.some((instance) => instance.spawner !== thread))
    throw new InputError({
      code: 'spawn-race',
      message: `${name} is spawned by more than one thread, which the symbolic engine does not support`,
      ...(s.at === undefined ? {} : { line: s.at.line, column: s.at.column }),
    });
  const already = terms.or(...earlier.map((instance) => instance.guard));
  unroller.find(path, 'spawned-twice', already, s.at, `${name} was spawned before`);
  const guard = unroller.executed(path);
  if (guard === terms.no) return;
  // A parameter that its thread never mentions takes 32 bits of its argument.
  const child = building.program.threads[s.thread];
  const args = s.args.map((arg, i) =>
    terms.cut(unroller.value(path, arg), registerWidth(child, child.parameters[i])),
  );
  building.spawns.set(s.thread, [...earlier, { spawner: thread, guard, args }]);
  unroller.event(path, 'spawn', s.at, terms.constant(s.thread));
}

export function unrollJoin(unroller: ThreadUnroller, s: StatementOf<'join'>, path: Path): void {
  const { building, thread } = unroller;
  const { terms } = building;
  const target = unroller.value(path, s.thread);
  const exists = terms.binary('<u', target, terms.constant(building.program.threads.length));
  unroller.find(path, 'invalid-join', terms.not(exists), s.at, {
    before: 'there is no thread ',
    value: target,
    after: ' to join',
  });
  const joined = building.fact({ kind: 'joined', target, thread, reached: unroller.executed(path) });
  unroller.stop(path, s.interruptible === true ? 'interruptible' : 'join', terms.not(joined), s.at, {
    awaits: target,
  });
  if (unroller.executed(path) !== terms.no) unroller.event(path, 'join', s.at, target);
}

/** Waits for a value of a cell. The event that is returned reads it; undefined if it never happens. */
function unrollWait(
  unroller: ThreadUnroller,
  path: Path,
  kind: 'lock' | 'R',
  s: StatementOf<'lock' | 'load'>,
  until: Until,
): { readonly event: EventId; readonly access: Access; readonly read: Read } | undefined {
  const { building } = unroller;
  const { terms } = building;
  const address = unroller.value(path, s.address);
  unroller.checkAddress(path, address, kind === 'R' ? 'load' : 'atomic access', s.at, accessWidth(s));
  const value = unroller.value(path, until.value);
  const passes = (cell: Term): Term => terms.binary(until.test, terms.cut(cell, 32), value);
  if (building.reading === 'maximal') {
    const reached = unroller.executed(path);
    const failing = terms.not(passes(building.finalValue(address)));
    // A cell that cannot be read blocks no thread: using it is a finding.
    const waits = building.isImmortal(address)
      ? failing
      : terms.and(failing, unroller.readableAtEnd(address));
    const event = building.events.length;
    const acquired = building.fact({ kind: 'acquired', event, address, reached, waits });
    unroller.stop(path, s.interruptible === true ? 'interruptible' : 'lock', terms.not(acquired), s.at, {
      awaits: address,
    });
  }
  const guard = unroller.executed(path);
  if (guard === terms.no) return undefined;
  const access = { guard, address };
  const event = unroller.event(path, kind, s.at, undefined, s.order);
  const read = building.addRead(event, access);
  const bad = building.isImmortal(address) ? [] : unroller.badReads(read);
  building.demands.push({ guard, oneOf: [passes(read.value), ...bad] });
  return { event, access, read };
}

export function unrollAwait(
  unroller: ThreadUnroller,
  s: StatementOf<'load'>,
  path: Path,
  until: Until,
): void {
  const waited = unrollWait(unroller, path, 'R', s, until);
  if (waited === undefined) return;
  path.registers.set(s.target, unroller.building.terms.cut(waited.read.value, 32));
  unroller.checkRead(path, waited.read, s.at);
}

function unrollTake(unroller: ThreadUnroller, s: StatementOf<'lock'>, path: Path): void {
  const { building } = unroller;
  const { terms } = building;
  const { until = { test: '==', value: constant(0) }, leaves = { op: '=', value: constant(1) } } = s;
  const change = unroller.value(path, leaves.value);
  const waited = unrollWait(unroller, path, 'lock', s, until);
  if (waited === undefined) return;
  const { event, access, read } = waited;
  const left = leaves.op === '=' ? change : terms.binary('+', terms.cut(read.value, 32), change);
  building.addWrite(event, access, left);
  unroller.checkRead(path, read, s.at);
}

/** A read-modify-write 0 -> 1. */
export function unrollLock(unroller: ThreadUnroller, s: StatementOf<'lock'>, path: Path): void {
  if (s.until !== undefined || s.leaves?.op === '+') {
    unrollTake(unroller, s, path);
    return;
  }
  const { building } = unroller;
  const { terms } = building;
  const address = unroller.value(path, s.address);
  unroller.checkAddress(path, address, 'atomic access', s.at);
  if (building.reading === 'maximal') {
    const event = building.events.length;
    const acquired = building.fact({ kind: 'acquired', event, address, reached: unroller.executed(path) });
    unroller.stop(path, s.interruptible === true ? 'interruptible' : 'lock', terms.not(acquired), s.at, {
      awaits: address,
    });
  }
  const guard = unroller.executed(path);
  if (guard === terms.no) return;
  const event = unroller.event(path, 'lock', s.at);
  const read = building.addRead(event, { guard, address }, { mustBe: 0 });
  const left = s.leaves === undefined ? terms.yes : unroller.value(path, s.leaves.value);
  building.addWrite(event, { guard, address }, left);
  unroller.checkRead(path, read, s.at);
}

/** A read-modify-write that leaves 0; finding 0 already there is a finding. */
export function unrollUnlock(unroller: ThreadUnroller, s: StatementOf<'unlock'>, path: Path): void {
  const { building } = unroller;
  const { terms } = building;
  const address = unroller.value(path, s.address);
  unroller.checkAddress(path, address, 'atomic access', s.at);
  const guard = unroller.executed(path);
  if (guard === terms.no) return;
  const event = unroller.event(path, 'unlock', s.at);
  const read = building.addRead(event, { guard, address });
  building.addWrite(event, { guard, address }, terms.no);
  const free = terms.equal(read.value, terms.no);
  const message = { before: 'unlock of ', value: address, named: true, after: ', which is not locked' };
  // A freed cell holds 0, so both are found at once.
  unroller.alsoFind(terms.and(guard, free), 'unlock-of-free-lock', s.at, message);
  const foreign =
    s.holder === undefined
      ? terms.no
      : terms.and(
          terms.not(free),
          terms.not(terms.equal(terms.cut(read.value, 32), unroller.value(path, s.holder))),
        );
  const after = ', which another thread has locked';
  unroller.alsoFind(terms.and(guard, foreign), 'unlock-by-another', s.at, { ...message, after });
  unroller.checkRead(path, read, s.at);
  unroller.halt(path, terms.or(free, foreign));
}
