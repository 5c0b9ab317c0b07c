// `__CPROVER_ASYNC_1: statement`: a thread that runs the statement. It gets a copy of each variable of the function around it whose address is
// not used, and shares the others. Both come in a record: the bytes of the former, the addresses of the latter.

import type { Instruction } from '../../../module/instruction.js';
import { constant, offset, type Value as Result, register, symbol } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import { alignmentOf } from '../types.js';
import { FunctionEmitter } from './function.js';
import { emitBody } from './statements.js';
import { bytesIn } from './types.js';

const starter = '__model_start_thread';
const addressBytes = 8;

/** A variable of the function around the thread, and its place in the record. */
interface Captured {
  readonly variable: Variable;
  readonly offset: number;
  readonly isShared: boolean;
}

export function emitThreadStart(f: FunctionEmitter, body: FunctionSymbol, at: SourceSpan): void {
  const { name, captured, size } = emitThread(f, body, at);
  let record: Result = constant(0, 'ptr');
  if (captured.length > 0) {
    const made = f.temporary('ptr');
    f.intrinsic('allocate', [constant(size, 'i64'), constant(16, 'i64'), constant(0, 'i32')], at, made);
    for (const { variable, offset: place, isShared } of captured) {
      const [to, own] = [offset(made, place), f.variable(variable)];
      if (isShared) f.store(to, own, at);
      else f.push({ kind: 'copy', to, from: own, size: constant(bytesIn(variable.type), 'i64') }, at);
    }
    record = made;
  }
  const target = symbol(f.unit.external(starter, ['ptr', 'ptr'], []));
  f.push({ kind: 'call', results: [], target, args: [symbol(name), record] }, at);
}

/** The function of the thread, whose only parameter is the record. */
function emitThread(
  f: FunctionEmitter,
  body: FunctionSymbol,
  at: SourceSpan,
): { readonly name: string; readonly captured: readonly Captured[]; readonly size: number } {
  const captured: Captured[] = [];
  let size = 0;
  const record = register('$record', 'ptr');
  const thread = new FunctionEmitter(f.unit, body);
  const inside = 'thread.body';
  thread.begin(inside, at);
  const prologue: Instruction[] = [];
  thread.onForeign((variable) => {
    if (!f.knows(variable)) return undefined;
    const isShared = variable.addressed || variable.type.kind === 'array';
    const align = isShared ? addressBytes : alignmentOf(variable.type);
    const place = Math.ceil(size / align) * align;
    size = place + (isShared ? addressBytes : bytesIn(variable.type));
    captured.push({ variable, offset: place, isShared });
    const from = offset(record, place);
    if (isShared) {
      const shared = thread.temporary('ptr');
      prologue.push({ kind: 'load', result: shared, address: from, at });
      return shared;
    }
    const own = thread.area(variable.name, variable.type);
    prologue.push({ kind: 'copy', to: own, from, size: constant(bytesIn(variable.type), 'i64'), at });
    return own;
  });
  const statements = body.definition?.body ?? [];
  thread.scopes.setLabels(statements);
  emitBody(thread, statements);
  thread.end({ kind: 'return', values: [] }, at);
  thread.blocks.set('entry', { instructions: prologue, end: { kind: 'jump', to: inside, at } });
  const name = f.unit.define(body.name, (own) => ({
    name: own,
    ...(own === body.name ? {} : { label: body.name }),
    takes: ['ptr'],
    returns: [],
    at,
    body: { parameters: [record], locals: thread.locals, blocks: thread.reachable() },
  }));
  return { name, captured, size };
}
