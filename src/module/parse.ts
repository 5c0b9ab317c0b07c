// Reads what print.ts writes.

import { accessOrders, memoryOrders } from '../program/memoryOrder.js';
import { present } from '../support/present.js';
import { type Instruction, rmwOps, type Terminator } from './instruction.js';
import { type IntrinsicName, intrinsics, isIntrinsic } from './intrinsics.js';
import type { Layout, Member } from './layout.js';
import type { Block, Body, Func, Global, Local, Module, Relocation, Storage, Thread } from './module.js';
import { Reader } from './reader.js';
import type { Type } from './type.js';
import type { Register } from './value.js';

const fences = ['full', 'store-store', 'load-load'] as const;
const readings = ['signed', 'unsigned', 'bool', 'char', 'float'] as const;

export function parseModule(text: string): Module {
  const r = new Reader(text);
  const layouts = new Map<string, Layout>();
  const globals = new Map<string, Global>();
  const functions = new Map<string, Func>();
  const threads: Thread[] = [];
  const constructors: string[] = [];
  const destructors: string[] = [];
  while (!r.done) {
    if (r.took('layout')) layouts.set(r.quoted(), layout(r));
    else if (r.took('global')) {
      const g = global(r);
      globals.set(g.name, g);
    } else if (r.took('function')) {
      const f = parseFunction(r);
      functions.set(f.name, f);
    } else if (r.took('thread')) threads.push(thread(r));
    else if (r.took('constructors')) constructors.push(...symbols(r));
    else if (r.took('destructors')) destructors.push(...symbols(r));
    else r.fail("'layout', 'global', 'function', 'constructors' or 'thread'");
  }
  return { layouts, globals, functions, threads, constructors, destructors };
}

function symbols(r: Reader): string[] {
  const names = [r.symbolName()];
  while (r.took(',')) names.push(r.symbolName());
  return names;
}

function layout(r: Reader): Layout {
  switch (r.word('a kind of layout')) {
    case 'scalar':
      return { kind: 'scalar', size: r.number(), reads: r.oneOf(readings, 'how it reads') };
    case 'pointer':
      return r.peek()?.quoted === true ? { kind: 'pointer', to: r.quoted() } : { kind: 'pointer' };
    case 'array':
      return { kind: 'array', count: r.number(), stride: r.number(), element: r.quoted() };
    case 'record': {
      const size = r.number();
      const union = r.took('union') ? { union: true as const } : {};
      r.expect('{');
      return { kind: 'record', size, ...union, members: r.list('}', () => member(r)) };
    }
    default:
      return r.fail("'scalar', 'pointer', 'array' or 'record'");
  }
}

function member(r: Reader): Member {
  const [name, offset, of] = [r.quoted(), r.number(), r.quoted()];
  const bits = r.took('bits') ? { bits: { first: r.number(), count: r.number() } } : {};
  return { name, offset, layout: of, ...bits };
}

const labels = (r: Reader) => ({
  ...(r.took('label') ? { label: r.quoted() } : {}),
  ...(r.took('layout') ? { layout: r.quoted() } : {}),
  ...r.place(),
});

function sized(r: Reader): { readonly size: number; readonly align: number } {
  r.expect('size');
  const size = r.number();
  r.expect('align');
  return { size, align: r.number() };
}

function storageOf(isThreadLocal: boolean, thread: number | undefined): Storage {
  if (thread === undefined) return isThreadLocal ? { kind: 'thread' } : { kind: 'static' };
  return isThreadLocal ? { kind: 'static', thread } : { kind: 'local', thread };
}

function global(r: Reader): Global {
  const name = r.symbolName();
  const extent = sized(r);
  const bytes = r.took('bytes') ? bytesOfHex(r.quoted()) : undefined;
  const relocations: Relocation[] = [];
  while (r.took('at')) {
    const offset = r.number();
    r.expect('=');
    relocations.push({ offset, target: r.symbolName(), addend: r.number() });
  }
  const isThreadLocal = r.took('each');
  const thread = r.took('of') ? r.number() : undefined;
  return {
    name,
    ...extent,
    ...present({ bytes }),
    relocations,
    storage: storageOf(isThreadLocal, thread),
    ...(r.took('constant') ? { constant: true as const } : {}),
    ...(r.took('model') ? { model: true as const } : {}),
    ...labels(r),
  };
}

const bytesOfHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function parseFunction(r: Reader): Func {
  const name = r.symbolName();
  r.expect('(');
  let variadic = false;
  const parameters: (Register | Type)[] = [];
  if (!r.took(')')) {
    do {
      if (r.took('...')) variadic = true;
      else parameters.push(r.is('%') ? r.register() : r.type());
    } while (r.took(','));
    r.expect(')');
  }
  const returns: Type[] = [];
  if (r.took('->'))
    do returns.push(r.type());
    while (r.took(','));
  const head = {
    name,
    returns,
    takes: parameters.map((p) => (typeof p === 'string' ? p : p.type)),
    ...(variadic ? { variadic: true as const } : {}),
    ...(r.took('weak') ? { weak: true as const } : {}),
    ...(r.took('particular') ? { particular: true as const } : {}),
    ...(r.took('model') ? { model: true as const } : {}),
    ...labels(r),
  };
  if (!r.took('{')) return head;
  return {
    ...head,
    body: body(
      r,
      parameters.map((p) => (typeof p === 'string' ? r.fail('registers') : p)),
    ),
  };
}

function thread(r: Reader): Thread {
  const name = r.quoted();
  r.expect('(');
  const parameters = r.list(')', () => r.register());
  r.expect('{');
  return { name, body: body(r, parameters) };
}

function body(r: Reader, parameters: readonly Register[]): Body {
  const locals = new Map<string, Local>();
  while (r.took('local')) {
    r.expect('&');
    const name = r.name();
    locals.set(name, { name, ...sized(r), ...labels(r) });
  }
  const blocks = new Map<string, Block>();
  while (!r.took('}')) {
    const label = r.name();
    r.expect(':');
    blocks.set(label, block(r));
  }
  return { parameters, locals, blocks };
}

function block(r: Reader): Block {
  const instructions: Instruction[] = [];
  for (;;) {
    const end = terminator(r);
    if (end !== undefined) return { instructions, end };
    instructions.push(instruction(r));
  }
}

function terminator(r: Reader): Terminator | undefined {
  if (r.took('jump')) return { kind: 'jump', to: r.name(), ...r.marks() };
  if (r.took('unreachable')) return { kind: 'unreachable', ...r.marks() };
  if (r.took('branch')) {
    const condition = r.value();
    r.expect(',');
    const whenTrue = r.name();
    r.expect(',');
    return { kind: 'branch', condition, whenTrue, whenFalse: r.name(), ...r.marks() };
  }
  if (r.took('switch')) {
    const value = r.value();
    r.expect('[');
    const cases = r.list(']', () => ({ value: r.value(), to: r.name() }));
    return { kind: 'switch', value, cases, otherwise: r.name(), ...r.marks() };
  }
  if (r.took('return')) {
    const bare = r.is('}') || r.is('!') || r.is('model') || r.is(':', 1);
    const values = bare && !isTyped(r) ? [] : [r.value()];
    while (values.length > 0 && r.took(',')) values.push(r.value());
    return { kind: 'return', values, ...r.marks() };
  }
  return undefined;
}

/** `1:i32` or `trunc:i8(...)`, and not the label `1:` of the next block. */
const isTyped = (r: Reader): boolean => r.is(':', 1) && /^(i\d+|f\d+|ptr)$/.test(r.peek(2)?.word ?? '');

function instruction(r: Reader): Instruction {
  const results: Register[] = [];
  if (r.is('%')) {
    do results.push(r.register());
    while (r.took(','));
    r.expect('=');
  }
  const [result] = results;
  if (r.took('rmw')) {
    const op = r.oneOf(rmwOps, 'an operation');
    const address = r.value();
    r.expect(',');
    const value = r.value();
    const order = r.oneOf(memoryOrders, 'a memory order');
    return { kind: 'rmw', ...present({ result }), op, address, value, order, ...r.marks() };
  }
  if (r.took('cmpxchg')) {
    const [address, expected, desired] = three(r);
    const [order, failure] = [r.oneOf(memoryOrders, 'an order'), r.oneOf(memoryOrders, 'an order')];
    return {
      kind: 'cmpxchg',
      ...present({ result }),
      address,
      expected,
      desired,
      order,
      failure,
      ...r.marks(),
    };
  }
  if (r.took('call')) {
    const target = r.value();
    r.expect('(');
    const args = r.values();
    const within = r.took('within') ? { within: symbols(r) } : {};
    const tried = r.took('tried') ? { tried: symbols(r) } : {};
    return { kind: 'call', results, target, args, ...within, ...tried, ...holds(r), ...r.marks() };
  }
  if (r.took('intrinsic')) {
    const name = intrinsicName(r);
    r.expect('(');
    return { kind: 'intrinsic', name, ...present({ result }), args: r.values(), ...holds(r), ...r.marks() };
  }
  if (result !== undefined) {
    if (!r.took('load')) return { kind: 'set', result, value: r.value(), ...r.marks() };
    const address = r.value();
    const order = r.maybe(accessOrders);
    return { kind: 'load', result, address, ...present({ order, has: results[1] }), ...r.marks() };
  }
  return effect(r);
}

const holds = (r: Reader): { readonly holds?: string } => (r.took('holds') ? { holds: r.quoted() } : {});

const intrinsicName = (r: Reader): IntrinsicName => {
  const name = r.word('the name of an intrinsic');
  return isIntrinsic(name) ? name : r.fail(`one of ${Object.keys(intrinsics).join(', ')}`);
};

function three(r: Reader) {
  const a = r.value();
  r.expect(',');
  const b = r.value();
  r.expect(',');
  return [a, b, r.value()] as const;
}

/** An instruction that sets no register. */
function effect(r: Reader): Instruction {
  switch (r.word('an instruction')) {
    case 'store': {
      const address = r.value();
      r.expect(',');
      const value = r.value();
      return { kind: 'store', address, value, ...present({ order: r.maybe(accessOrders) }), ...r.marks() };
    }
    case 'fence': {
      const order = r.oneOf(memoryOrders, 'a memory order');
      return { kind: 'fence', order, ...present({ fence: r.maybe(fences) }), ...r.marks() };
    }
    case 'copy': {
      const [to, from, size] = three(r);
      return { kind: 'copy', to, from, size, ...r.marks() };
    }
    case 'fill': {
      const [to, value, size] = three(r);
      return { kind: 'fill', to, value, size, ...r.marks() };
    }
    case 'begins':
      return { kind: 'life', object: r.value(), phase: 'begins', ...r.marks() };
    case 'ends':
      return { kind: 'life', object: r.value(), phase: 'ends', ...r.marks() };
    case 'start': {
      const number = r.number();
      r.expect('(');
      return { kind: 'start', thread: number, args: r.values(), ...r.marks() };
    }
    default:
      return r.fail('an instruction');
  }
}
