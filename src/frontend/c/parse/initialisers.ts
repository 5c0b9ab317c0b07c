// Initialisers and their designators.

import type { Designator, Initialiser, InitialiserList } from '../ast.js';
import type { Cursor } from './cursor.js';
import { readAssignment, readConditional } from './expressions.js';

export function readInitialiser(cursor: Cursor): Initialiser {
  if (cursor.is('{')) return readInitialiserList(cursor);
  const value = readAssignment(cursor);
  return { kind: 'value', value, at: value.at };
}

export function readInitialiserList(cursor: Cursor): InitialiserList {
  return cursor.nested(() => {
    const start = cursor.position;
    cursor.expect('{');
    const items: { designators: readonly Designator[]; value: Initialiser }[] = [];
    while (!cursor.is('}')) {
      const designators = readDesignators(cursor);
      items.push({ designators, value: readInitialiser(cursor) });
      if (!cursor.take(',')) break;
    }
    cursor.expect('}');
    return { kind: 'list', items, at: cursor.from(start) };
  });
}

function readDesignators(cursor: Cursor): Designator[] {
  // GNU's old `name: value`
  if (cursor.isName() && cursor.is(':', 1)) {
    const { text, at } = cursor.next();
    cursor.next();
    return [{ kind: 'field', name: text, at }];
  }
  const designators: Designator[] = [];
  while (cursor.is('[') || cursor.is('.')) designators.push(readDesignator(cursor));
  // GNU's old `[1] value`
  const isOld = designators.length === 1 && designators[0].kind !== 'field' && !cursor.is('=');
  if (designators.length > 0 && !isOld) cursor.expect('=');
  return designators;
}

function readDesignator(cursor: Cursor): Designator {
  const start = cursor.position;
  if (cursor.take('.')) return readMember(cursor, start);
  cursor.expect('[');
  const low = readConditional(cursor);
  const high = cursor.take('...') ? readConditional(cursor) : undefined;
  cursor.expect(']');
  const at = cursor.from(start);
  return high === undefined ? { kind: 'index', index: low, at } : { kind: 'range', low, high, at };
}

function readMember(cursor: Cursor, start: number): Designator {
  const name = cursor.identifier('the name of a member');
  return { kind: 'field', name, at: cursor.from(start) };
}

/** The second operand of offsetof: `a.b[2].c`. */
export function readOffset(cursor: Cursor): Designator[] {
  const path = [readMember(cursor, cursor.position)];
  while (cursor.is('.') || cursor.is('[')) path.push(readDesignator(cursor));
  return path;
}
