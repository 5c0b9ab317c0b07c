// What programs read from outside: any numbers, as many as are asked for or fewer.

import type { Expression } from '../../ast.js';
import { unsupported } from '../../diagnostics.js';
import type { TypedStatement, Value } from '../../typed.js';
import { intType, unqualified } from '../../types.js';
import { newLocal } from '../declarations.js';
import { loadOf, whole } from '../synthetic.js';
import { usingStream } from './streams.js';
import { type BuiltinCall, entry, type Library, meaning, resultTarget } from './table.js';
import { text } from './verification.js';

const some = Number.POSITIVE_INFINITY;

/** How many integers a format reads; text is not modelled. */
function integersOf(format: Expression | undefined): number | undefined {
  const written = text(format);
  if (written === undefined) return undefined;
  const read = written.match(/%(?:hh|h|ll|l|z|j|t)?[diuxXoc]/g) ?? [];
  return read.length === written.split('%').length - 1 ? read.length : undefined;
}

/** `scanf("%d %d", &x, &y)`: the end of the input, or so many numbers. */
function scanned(call: BuiltinCall, format: number): Value {
  const { at } = call;
  const count = integersOf(call.args[format]);
  if (count === undefined || count !== call.args.length - format - 1)
    return unsupported(`${call.name} of anything but integers`, at);
  const result = newLocal('scanned', intType, at);
  const read = meaning({ op: 'nondet', range: { from: -1, to: count } }, call);
  const items = Array.from({ length: count }, (_, i): TypedStatement => {
    const place = resultTarget(call, format + 1 + i);
    const type = unqualified(place.type);
    if (type.kind !== 'integer') return unsupported(`${call.name} of anything but integers`, at);
    const index: Value = { kind: 'const', value: i, type: intType, at };
    const assign: Value = { kind: 'assign', place, value: meaning({ op: 'nondet' }, call, type), type, at };
    return {
      kind: 'if',
      condition: { kind: 'binary', op: '>', left: loadOf(result, at), right: index, type: intType, at },
      whenTrue: { kind: 'expression', value: assign, at },
      at,
    };
  });
  const first: TypedStatement = { kind: 'declare', variable: result, initialiser: whole(intType, read), at };
  return { kind: 'statements', items: [first, ...items], result, type: intType, at };
}

const character = (call: BuiltinCall): Value => meaning({ op: 'nondet', range: { from: -1, to: 255 } }, call);

export const input: Library = new Map([
  entry('scanf', [1, some], (call) => scanned(call, 0)),
  entry(
    'fscanf',
    [2, some],
    usingStream(0, (call) => scanned(call, 1)),
  ),
  entry('getchar', 0, character),
  ...['getc', 'fgetc'].map((name) => entry(name, 1, usingStream(0, character))),
]);
