// Instructions that touch memory, with their orders.

import { present } from '../../../support/present.js';
import { type Access, type AtomicOrder, atomicOrders, type Operation } from '../syntax.js';
import type { Cursor } from './cursor.js';
import { parseType } from './types.js';
import { parseTypedValue } from './values.js';

export function parseLoad(cursor: Cursor): Operation {
  const atomic = cursor.take('atomic');
  const volatile = cursor.take('volatile');
  const type = parseType(cursor);
  cursor.expect(',');
  const address = parseTypedValue(cursor);
  const order = atomic ? parseOrder(cursor) : undefined;
  return { op: 'load', type, address, volatile, ...present({ order }), ...parseAccess(cursor) };
}

export function parseStore(cursor: Cursor): Operation {
  const atomic = cursor.take('atomic');
  const volatile = cursor.take('volatile');
  const value = parseTypedValue(cursor);
  cursor.expect(',');
  const address = parseTypedValue(cursor);
  const order = atomic ? parseOrder(cursor) : undefined;
  return { op: 'store', value, address, volatile, ...present({ order }), ...parseAccess(cursor) };
}

export function parseCompareExchange(cursor: Cursor): Operation {
  const weak = cursor.take('weak');
  const volatile = cursor.take('volatile');
  const address = parseTypedValue(cursor);
  cursor.expect(',');
  const expected = parseTypedValue(cursor);
  cursor.expect(',');
  const desired = parseTypedValue(cursor);
  const order = parseOrder(cursor);
  const failure = parseOrder(cursor);
  return {
    op: 'cmpxchg',
    weak,
    volatile,
    address,
    expected,
    desired,
    order,
    failure,
    ...parseAccess(cursor),
  };
}

export function parseReadModifyWrite(cursor: Cursor): Operation {
  const volatile = cursor.take('volatile');
  const operation = cursor.takeKind('word', 'an operation');
  const address = parseTypedValue(cursor);
  cursor.expect(',');
  const value = parseTypedValue(cursor);
  const order = parseOrder(cursor);
  return { op: 'atomicrmw', operation, address, value, volatile, order, ...parseAccess(cursor) };
}

export function parseFence(cursor: Cursor): Operation {
  const singleThread = scope(cursor) === 'singlethread';
  return { op: 'fence', order: parseOrder(cursor), singleThread };
}

/** The alignment behind an access. */
export function parseAccess(cursor: Cursor): Pick<Access, 'align'> {
  if (!cursor.is(',') || !cursor.followedBy('align')) return {};
  cursor.advance();
  cursor.advance();
  return { align: Number(cursor.takeInteger()) };
}

function scope(cursor: Cursor): string | undefined {
  if (!cursor.take('syncscope')) return undefined;
  cursor.expect('(');
  const name = cursor.takeKind('string', 'a name');
  cursor.expect(')');
  return name;
}

function parseOrder(cursor: Cursor): AtomicOrder {
  scope(cursor);
  const order = atomicOrders.find((name) => cursor.is(name));
  if (order === undefined) return cursor.refuse('a memory order');
  cursor.advance();
  return order;
}
