// `__CPROVER_ASYNC_1: statement`: a thread that runs the statement. It gets a copy of each variable of the function around it whose address is
// not used, and shares the others. Both come in a record: the bytes of the former, the addresses of the latter.

import type { Instruction } from '../../../module/instruction.js';
import { constant, offset, register, symbol } from '../../../module/value.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import { alignmentOf } from '../types.js';
import { FunctionEmitter } from './function.js';
import { bytesIn } from './scalars.js';
import { emitList } from './statements.js';

const starter = '__model_start_thread';
const addressBytes = 8;

/** The variables of the function around the thread that the thread uses, and their places in the record. */
interface Captured {
  readonly variables: { readonly variable: Variable; readonly offset: number; readonly isShared: boolean }[];
  size: number;
}

export function emitThreadStart(f: FunctionEmitter, body: FunctionSymbol): void {
  const captured: Captured = { variables: [], size: 0 };
  const name = emitThread(f, body, captured);
  const sizes = [constant(captured.size, 'i64'), constant(16, 'i64'), constant(0, 'i32')];
  const isEmpty = captured.variables.length === 0;
  const record = isEmpty ? constant(0, 'ptr') : f.asked('allocate', sizes, 'ptr');
  for (const { variable, offset: place, isShared } of captured.variables) {
    const [to, own] = [offset(record, place), f.variable(variable)];
    if (isShared) f.store(to, own);
    else f.copy(to, own, variable.type);
  }
  const target = symbol(f.unit.external(starter, ['ptr', 'ptr'], []));
  f.push({ kind: 'call', results: [], target, args: [symbol(name), record] });
}

/** The function of the thread, whose only parameter is the record. */
function emitThread(f: FunctionEmitter, body: FunctionSymbol, captured: Captured): string {
  const { at } = f;
  const record = register('$record', 'ptr');
  const thread = new FunctionEmitter(f.unit, body);
  const inside = 'thread.body';
  thread.at = at;
  thread.begin(inside);
  const prologue: Instruction[] = [];
  thread.foreign = (variable) => {
    if (!f.knows(variable)) return undefined;
    const isShared = variable.addressed || variable.type.kind === 'array';
    const align = isShared ? addressBytes : alignmentOf(variable.type);
    const place = Math.ceil(captured.size / align) * align;
    const bytes = isShared ? addressBytes : bytesIn(variable.type);
    captured.size = place + bytes;
    captured.variables.push({ variable, offset: place, isShared });
    const from = offset(record, place);
    if (isShared) {
      const shared = thread.temporary('ptr');
      prologue.push({ kind: 'load', result: shared, address: from, at });
      return shared;
    }
    const own = thread.area(variable.name, variable.type);
    prologue.push({ kind: 'copy', to: own, from, size: constant(bytes, 'i64'), at });
    return own;
  };
  const statements = body.definition?.body ?? [];
  thread.scopes.setLabels(statements);
  emitList(thread, statements);
  thread.end({ kind: 'return', values: [] });
  thread.blocks.set('entry', { instructions: prologue, end: { kind: 'jump', to: inside, at } });
  return f.unit.define(body.name, (own) => ({
    name: own,
    ...(own === body.name ? {} : { label: body.name }),
    takes: ['ptr'],
    returns: [],
    at,
    body: { parameters: [record], locals: thread.locals, blocks: thread.reachable() },
  }));
}
