// The head of a function, and its body when it is asked for.

import { present } from '../../../support/present.js';
import type { Block, FileSyntax, FunctionSyntax, Instruction, Metadata, Parameter } from '../syntax.js';
import { parameterAttributes, wordsBeforeType } from './attributes.js';
import { Cursor } from './cursor.js';
import { parseInstruction } from './instructions.js';
import { parseInlineMetadata } from './metadata.js';
import { parseType } from './types.js';
import { parseTypedValue } from './values.js';

const linkages = new Set([
  'private',
  'internal',
  'available_externally',
  'linkonce',
  'weak',
  'common',
  'appending',
  'extern_weak',
  'linkonce_odr',
  'weak_odr',
  'external',
]);

export const linkageOf = (words: readonly string[]): string =>
  words.find((word) => linkages.has(word)) ?? 'external';

/** The line of a body at which it ends. */
const bodyEnd = /\n[ \t]*\}/g;

/** A definition or a declaration; stands on its first word. Goes past the body. */
export function parseFunction(cursor: Cursor): FunctionSyntax {
  const isDefinition = cursor.is('define');
  cursor.advance();
  let debug: Metadata | undefined;
  while (cursor.isKind('metadata')) debug = attachment(cursor) ?? debug;
  const words = wordsBeforeType(cursor);
  const linkage = linkageOf(words);
  const nonNull = words.includes('nonnull');
  const result = parseType(cursor);
  const { at } = cursor;
  const name = cursor.takeKind('global', 'the name of a function');
  const { parameters, variadic } = parseParameters(cursor);
  const head = { name, at, linkage, result, parameters, variadic, nonNull };
  if (!isDefinition) {
    while (!cursor.first && !cursor.isKind('end')) cursor.advance();
    return { ...head, ...present({ debug }) };
  }
  while (!cursor.is('{')) {
    if (cursor.isKind('end')) cursor.refuse('the body of the function');
    if (cursor.isKind('metadata')) debug = attachment(cursor) ?? debug;
    else if (cursor.is('(')) cursor.skipBrackets();
    else cursor.advance();
  }
  const body = cursor.at + 1;
  cursor.jump(endOf(cursor.text, body));
  cursor.expect('}');
  return { ...head, body, ...present({ debug }) };
}

function endOf(text: string, body: number): number {
  bodyEnd.lastIndex = body;
  const found = bodyEnd.exec(text);
  return found === null ? text.length : bodyEnd.lastIndex - 1;
}

/** A node of metadata behind its name; only that of the debug information is of interest. */
function attachment(cursor: Cursor): Metadata | undefined {
  const name = cursor.takeKind('metadata', 'metadata');
  const node = parseInlineMetadata(cursor, parseTypedValue);
  return name === 'dbg' ? node : undefined;
}

function parseParameters(cursor: Cursor): { parameters: Parameter[]; variadic: boolean } {
  cursor.expect('(');
  const parameters: Parameter[] = [];
  let variadic = false;
  let unnamed = 0;
  while (!cursor.take(')')) {
    if (cursor.take('...')) variadic = true;
    else {
      const type = parseType(cursor);
      const attributes = parameterAttributes(cursor);
      let name = String(unnamed);
      if (cursor.isKind('local')) {
        name = cursor.token;
        cursor.advance();
      }
      if (name === String(unnamed)) unnamed++;
      parameters.push({ name, type, attributes });
    }
    if (!cursor.is(')')) cursor.expect(',');
  }
  return { parameters, variadic };
}

/** The blocks of a function that is defined. */
export function parseBody({ text, file }: FileSyntax, { body, parameters }: FunctionSyntax): Block[] {
  if (body === undefined) return [];
  const cursor = new Cursor(text, file, body, endOf(text, body));
  const blocks: { name: string; instructions: Instruction[] }[] = [];
  // A block without a name is numbered as values without a name are: the entry comes behind the parameters.
  let unnamed = parameters.filter(({ name }) => /^\d+$/.test(name)).length;
  while (!cursor.isKind('end')) {
    if (startsLabel(cursor)) {
      blocks.push({ name: cursor.token, instructions: [] });
      unnamed = numberAfter(cursor.token, unnamed);
      cursor.advance();
      cursor.expect(':');
      continue;
    }
    if (blocks.length === 0 || endsBlock(blocks[blocks.length - 1].instructions.at(-1)))
      blocks.push({ name: String(unnamed++), instructions: [] });
    const instruction = parseInstruction(cursor);
    if (instruction.result !== undefined) unnamed = numberAfter(instruction.result, unnamed);
    blocks[blocks.length - 1].instructions.push(instruction);
  }
  return blocks;
}

const numberAfter = (name: string, unnamed: number): number =>
  /^\d+$/.test(name) ? Math.max(unnamed, Number(name) + 1) : unnamed;

const startsLabel = (cursor: Cursor): boolean =>
  (cursor.isKind('word') || cursor.isKind('integer') || cursor.isKind('string')) && cursor.followedBy(':');

/** Whether control leaves the block with this instruction. */
export function endsBlock(instruction: Instruction | undefined): boolean {
  switch (instruction?.op) {
    case 'br':
    case 'condbr':
    case 'switch':
    case 'indirectbr':
    case 'ret':
    case 'resume':
    case 'unreachable':
      return true;
    case 'call':
      return instruction.normal !== undefined;
    default:
      return false;
  }
}
