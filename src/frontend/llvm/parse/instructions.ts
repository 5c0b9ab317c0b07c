// One instruction, with its flags, its place and what is attached to it.

import { present } from '../../../support/present.js';
import type { Instruction, Metadata, Operation, Type, Value } from '../syntax.js';
import { parseCall } from './calls.js';
import { type Cursor, syntaxError } from './cursor.js';
import {
  parseAccess,
  parseCompareExchange,
  parseFence,
  parseLoad,
  parseReadModifyWrite,
  parseStore,
} from './memory.js';
import { parseInlineMetadata } from './metadata.js';
import { parseBranch, parseIndirectBranch, parseSwitch } from './terminators.js';
import { parseType } from './types.js';
import { parseTypedValue, parseValue } from './values.js';

const binaries = new Set([
  'add',
  'sub',
  'mul',
  'sdiv',
  'udiv',
  'srem',
  'urem',
  'and',
  'or',
  'xor',
  'shl',
  'lshr',
  'ashr',
  'fadd',
  'fsub',
  'fmul',
  'fdiv',
  'frem',
]);

const casts = new Set([
  'trunc',
  'zext',
  'sext',
  'ptrtoint',
  'ptrtoaddr',
  'inttoptr',
  'bitcast',
  'addrspacecast',
  'sitofp',
  'uitofp',
  'fptosi',
  'fptoui',
  'fpext',
  'fptrunc',
]);

/** Flags say that some results do not occur: they are promises to the optimiser. */
const flags = new Set([
  'nuw',
  'nsw',
  'nusw',
  'exact',
  'disjoint',
  'nneg',
  'samesign',
  'inbounds',
  'inrange',
  'fast',
  'nnan',
  'ninf',
  'nsz',
  'arcp',
  'contract',
  'afn',
  'reassoc',
]);

export function parseInstruction(cursor: Cursor): Instruction {
  const { at } = cursor;
  if (cursor.isKind('attributes') && cursor.token.startsWith('#dbg_')) return parseRecord(cursor, at);
  let result: string | undefined;
  if (cursor.isKind('local')) {
    result = cursor.token;
    cursor.advance();
    cursor.expect('=');
  }
  const operation = parseOperation(cursor, at);
  const attached = attachments(cursor);
  return {
    ...operation,
    ...('align' in operation ? {} : present({ align: attached.align })),
    at,
    ...(operation.op === 'load' ? present({ noundef: attached.noundef }) : {}),
    ...present({ result, location: attached.location }),
  };
}

function parseOperation(cursor: Cursor, at: number): Operation {
  if (!cursor.isKind('word')) return cursor.refuse('an instruction');
  const word = cursor.token;
  cursor.advance();
  if (binaries.has(word)) return binary(cursor, word);
  if (casts.has(word)) return cast(cursor, word);
  switch (word) {
    case 'alloca':
      return alloca(cursor);
    case 'load':
      return parseLoad(cursor);
    case 'store':
      return parseStore(cursor);
    case 'cmpxchg':
      return parseCompareExchange(cursor);
    case 'atomicrmw':
      return parseReadModifyWrite(cursor);
    case 'fence':
      return parseFence(cursor);
    case 'getelementptr':
      return elementAddress(cursor);
    case 'icmp':
    case 'fcmp': {
      skipFlags(cursor);
      const predicate = cursor.takeKind('word', 'a comparison');
      return { op: word, predicate, ...pair(cursor) };
    }
    case 'fneg':
    case 'freeze':
      skipFlags(cursor);
      return { op: word, operand: parseTypedValue(cursor) };
    case 'select':
      return select(cursor);
    case 'phi':
      return phi(cursor);
    case 'extractvalue':
      return { op: word, aggregate: parseTypedValue(cursor), path: path(cursor) };
    case 'insertvalue': {
      const aggregate = parseTypedValue(cursor);
      cursor.expect(',');
      return { op: word, aggregate, value: parseTypedValue(cursor), path: path(cursor) };
    }
    case 'extractelement': {
      const vector = parseTypedValue(cursor);
      cursor.expect(',');
      return { op: word, vector, index: parseTypedValue(cursor) };
    }
    case 'insertelement': {
      const [vector, value, index] = three(cursor);
      return { op: word, vector, value, index };
    }
    case 'shufflevector': {
      const [left, right, mask] = three(cursor);
      return { op: word, left, right, mask };
    }
    case 'va_arg': {
      const list = parseTypedValue(cursor);
      cursor.expect(',');
      return { op: word, list, type: parseType(cursor) };
    }
    case 'tail':
    case 'musttail':
    case 'notail':
      cursor.expect('call');
      return parseCall(cursor, 'call');
    case 'call':
    case 'invoke':
    case 'callbr':
      return parseCall(cursor, word);
    case 'landingpad':
      return landingPad(cursor);
    case 'br':
      return parseBranch(cursor);
    case 'switch':
      return parseSwitch(cursor);
    case 'indirectbr':
      return parseIndirectBranch(cursor);
    case 'ret':
      return parseReturn(cursor);
    case 'resume':
      return { op: 'resume', value: parseTypedValue(cursor) };
    case 'unreachable':
      return { op: 'unreachable' };
    default:
      throw syntaxError(cursor, at, `the instruction "${word}" is not supported`, 'llvm-unsupported');
  }
}

function skipFlags(cursor: Cursor): void {
  while (cursor.isKind('word') && flags.has(cursor.token)) {
    cursor.advance();
    if (cursor.is('(')) cursor.skipBrackets();
  }
}

function pair(cursor: Cursor): { left: Value; right: Value } {
  const left = parseTypedValue(cursor);
  cursor.expect(',');
  return { left, right: parseValue(cursor, left.type) };
}

function three(cursor: Cursor): [Value, Value, Value] {
  const first = parseTypedValue(cursor);
  cursor.expect(',');
  const second = parseTypedValue(cursor);
  cursor.expect(',');
  return [first, second, parseTypedValue(cursor)];
}

function binary(cursor: Cursor, operator: string): Operation {
  skipFlags(cursor);
  return { op: 'binary', operator, ...pair(cursor) };
}

function cast(cursor: Cursor, operator: string): Operation {
  skipFlags(cursor);
  const operand = parseTypedValue(cursor);
  cursor.expect('to');
  return { op: 'cast', operator, operand, type: parseType(cursor) };
}

function select(cursor: Cursor): Operation {
  skipFlags(cursor);
  const [condition, yes, no] = three(cursor);
  return { op: 'select', condition, yes, no };
}

function alloca(cursor: Cursor): Operation {
  cursor.take('inalloca');
  cursor.take('swifterror');
  const type = parseType(cursor);
  let count: Value | undefined;
  if (cursor.is(',') && /^,\s*i\d/.test(cursor.text.slice(cursor.at, cursor.at + 16))) {
    cursor.advance();
    count = parseTypedValue(cursor);
  }
  return { op: 'alloca', type, ...present({ count }), ...parseAccess(cursor) };
}

function elementAddress(cursor: Cursor): Operation {
  skipFlags(cursor);
  const element = parseType(cursor);
  cursor.expect(',');
  const base = parseTypedValue(cursor);
  const indices: Value[] = [];
  while (cursor.is(',') && !cursor.followedBy('!')) {
    cursor.advance();
    indices.push(parseTypedValue(cursor));
  }
  return { op: 'getelementptr', element, base, indices };
}

function phi(cursor: Cursor): Operation {
  skipFlags(cursor);
  const type: Type = parseType(cursor);
  const incoming: { value: Value; from: string }[] = [];
  do {
    cursor.expect('[');
    const value = parseValue(cursor, type);
    cursor.expect(',');
    incoming.push({ value, from: cursor.takeKind('local', 'a block') });
    cursor.expect(']');
  } while (cursor.followedBy('[') && cursor.take(','));
  return { op: 'phi', type, incoming };
}

function path(cursor: Cursor): number[] {
  const steps: number[] = [];
  while (cursor.is(',') && !cursor.followedBy('!')) {
    cursor.advance();
    steps.push(Number(cursor.takeInteger()));
  }
  return steps;
}

/** Its clauses stand on lines of their own. */
function landingPad(cursor: Cursor): Operation {
  const type = parseType(cursor);
  for (let catches = false; ; ) {
    if (cursor.take('cleanup')) continue;
    if (cursor.take('catch')) catches = true;
    else if (!cursor.take('filter')) return { op: 'landingpad', type, catches };
    parseTypedValue(cursor);
  }
}

/** Debug records, which stand in place of calls of llvm.dbg.* from LLVM 19 on. */
function parseRecord(cursor: Cursor, at: number): Instruction {
  const name = cursor.token;
  cursor.advance();
  cursor.expect('(');
  const fields: Metadata[] = [];
  while (!cursor.take(')')) {
    fields.push(
      cursor.isKind('metadata')
        ? parseInlineMetadata(cursor, parseTypedValue)
        : { kind: 'value', value: parseTypedValue(cursor) },
    );
    if (!cursor.is(')')) cursor.expect(',');
  }
  const none: Metadata = { kind: 'none' };
  const [address = none, variable = none, expression = none] = fields;
  if (name === '#dbg_declare') return { op: 'declare', address, variable, expression, at };
  const value = name === '#dbg_value' ? { value: address } : {};
  return { op: 'declare', address: none, ...value, variable, expression, at };
}

interface Attached {
  align?: number;
  location?: Metadata;
  noundef?: true;
}

/** The parts after an instruction, each after a comma: alignment, metadata. */
function attachments(cursor: Cursor): Attached {
  const attached: Attached = {};
  while (cursor.take(',')) {
    if (cursor.take('align')) attached.align = Number(cursor.takeInteger());
    else if (cursor.take('addrspace')) cursor.skipBrackets();
    else {
      const name = cursor.takeKind('metadata', 'metadata');
      const node = parseInlineMetadata(cursor, parseTypedValue);
      if (name === 'dbg') attached.location = node;
      if (name === 'noundef') attached.noundef = true;
    }
  }
  return attached;
}

/** `void` may also begin the type of a function's address. */
function parseReturn(cursor: Cursor): Operation {
  const type = parseType(cursor);
  return type.kind === 'void' ? { op: 'ret' } : { op: 'ret', value: parseValue(cursor, type) };
}
