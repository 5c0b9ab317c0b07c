// Instructions that end a block, but for calls.

import type { Case, Operation } from '../syntax.js';
import { parseLabel, parseLabels } from './calls.js';
import type { Cursor } from './cursor.js';
import { parseTypedValue } from './values.js';

export function parseBranch(cursor: Cursor): Operation {
  if (cursor.is('label')) return { op: 'br', to: parseLabel(cursor) };
  const condition = parseTypedValue(cursor);
  cursor.expect(',');
  const yes = parseLabel(cursor);
  cursor.expect(',');
  return { op: 'condbr', condition, yes, no: parseLabel(cursor) };
}

export function parseSwitch(cursor: Cursor): Operation {
  const value = parseTypedValue(cursor);
  cursor.expect(',');
  const otherwise = parseLabel(cursor);
  cursor.expect('[');
  const cases: Case[] = [];
  while (!cursor.take(']')) {
    const constant = parseTypedValue(cursor);
    if (constant.kind !== 'integer') return cursor.refuse('a constant');
    cursor.expect(',');
    cases.push({ value: constant.value, to: parseLabel(cursor) });
  }
  return { op: 'switch', value, otherwise, cases };
}

export function parseIndirectBranch(cursor: Cursor): Operation {
  const address = parseTypedValue(cursor);
  cursor.expect(',');
  return { op: 'indirectbr', address, targets: parseLabels(cursor) };
}
