// Input from outside: any numbers and any text, as many as the program asks for or fewer.

import { typeError, unsupported } from '../../diagnostics.js';
import { libraryPrefix } from '../../library/index.js';
import type { TypedStatement, Value } from '../../typed.js';
import { intType, typeName, unqualified } from '../../types.js';
import { newLocal } from '../declarations.js';
import { loadOf, whole } from '../synthetic.js';
import { conversion, setOf } from './scanning.js';
import { usingStream } from './streams.js';
import { type BuiltinCall, entry, type Library, meaning, resultTarget } from './table.js';
import { expanded } from './template.js';
import { text } from './verification.js';

const some = Number.POSITIVE_INFINITY;

/** One item of a format: whether it is kept and, for text, how it is read. */
interface Item {
  readonly kept: boolean;
  readonly kind: 'integer' | 'float' | 'text';
  /** Width (0: any), whether a null ends it, and the characters. */
  readonly text?: string;
}

/** Everything but white space. */
const word = setOf('^ \t-\r');
/** Everything. */
const character = setOf('^\0');

function itemsOf(format: string): readonly Item[] | undefined {
  const items: Item[] = [];
  for (let i = format.indexOf('%'); i >= 0; i = format.indexOf('%', i)) {
    const match = conversion.exec(format.slice(i));
    if (match === null) return undefined;
    const [whole, star, width, length = '', set, letter] = match;
    i += whole.length;
    if (letter === '%') continue;
    const text = (least: number, characters: string, ends = 1): Item => ({
      kept: star === '',
      kind: 'text',
      text: `${width === '' ? least : Number(width)}, ${ends}, ${characters}`,
    });
    if (set !== undefined || letter === 's') {
      if (length !== '') return undefined;
      items.push(text(0, set === undefined ? word : setOf(set)));
    } else if (letter === 'c' && width !== '') items.push(text(1, character, 0));
    else if (/[diuxXoc]/.test(letter)) items.push({ kept: star === '', kind: 'integer' });
    else if (/[aefgAEFG]/.test(letter) && (length === '' || length === 'l'))
      items.push({ kept: star === '', kind: 'float' });
    else return undefined;
  }
  return items;
}

/** `scanf("%d %d", &x, &y)`: the end of the input, or some of the items it asks for. */
function scanned(call: BuiltinCall, format: number): Value {
  const { at } = call;
  const written = text(call.args[format]);
  if (written === undefined)
    return unsupported(`${call.name} with a format that is no constant`, call.args[format].at);
  const kept = itemsOf(written)?.filter((item) => item.kept);
  if (kept === undefined)
    return unsupported(`${call.name} of anything but numbers and text`, call.args[format].at);
  const given = call.args.length - format - 1;
  if (kept.length > given) return typeError(`${call.name} has fewer arguments than its format asks for`, at);
  const result = newLocal('scanned', intType, at);
  const read = meaning({ op: 'nondet', range: { from: -1, to: kept.length } }, call);
  const items = kept.map((item, i): TypedStatement => {
    const index: Value = { kind: 'const', value: i, type: intType, at };
    return {
      kind: 'if',
      condition: { kind: 'binary', op: '>', left: loadOf(result, at), right: index, type: intType, at },
      whenTrue: { kind: 'expression', value: storedItem(call, format + 1 + i, item), at },
      at,
    };
  });
  const first: TypedStatement = { kind: 'declare', variable: result, initialiser: whole(intType, read), at };
  return { kind: 'statements', items: [first, ...items], result, type: intType, at };
}

function storedItem(call: BuiltinCall, index: number, item: Item): Value {
  const { at } = call;
  if (item.text !== undefined)
    return expanded(call, `${libraryPrefix}i_anyText((char *)(A${index}), ${item.text})`);
  const place = resultTarget(call, index);
  const type = unqualified(place.type);
  const wanted = item.kind === 'float' ? 'float' : 'integer';
  if (type.kind !== wanted) return unsupported(`${call.name} of this conversion into ${typeName(type)}`, at);
  return { kind: 'assign', place, value: meaning({ op: 'nondet' }, call, type), type, at };
}

const anyCharacter = (call: BuiltinCall): Value =>
  meaning({ op: 'nondet', range: { from: -1, to: 255 } }, call);

export const input: Library = new Map([
  entry('scanf', [1, some], (call) => scanned(call, 0)),
  entry(
    'fscanf',
    [2, some],
    usingStream(0, (call) => scanned(call, 1)),
  ),
  entry('getchar', 0, anyCharacter),
  ...['getc', 'fgetc'].map((name) => entry(name, 1, usingStream(0, anyCharacter))),
]);
