// A module as text, which parse.ts reads back. Passes are tested and looked at in this form:
//
//   global @x size 4 align 4
//   function @main() -> i32 {
//   entry:
//     store @x, 1:i32 release !3:5
//     %1:i32 = load @x
//     branch eq(%1:i32, 0:i32), yes, no
//   ...
//
// The text of the source is left out.

import type { SourceSpan } from '../program/statement.js';
import { type Instruction, resultsOf, type Terminator } from './instruction.js';
import type { Layout } from './layout.js';
import type { Body, Func, Global, Module, Thread } from './module.js';
import type { Register, Value } from './value.js';

const plainName = /^[A-Za-z0-9_.$/@#~-]+$/;
const named = (name: string): string => (plainName.test(name) ? name : JSON.stringify(name));
const symbolsOf = (names: readonly string[]): string => names.map((name) => `@${named(name)}`).join(', ');
const join = (parts: readonly (string | undefined | false)[]): string => parts.filter(Boolean).join(' ');

function printPlace(at: SourceSpan): string {
  const file = at.file === undefined ? '' : `${JSON.stringify(at.file)}:`;
  const end =
    at.endLine === undefined && at.endColumn === undefined
      ? ''
      : `-${at.endLine ?? '_'}:${at.endColumn ?? '_'}`;
  return `!${file}${at.line}:${at.column}${end}`;
}

export function printValue(value: Value): string {
  switch (value.kind) {
    case 'const':
      return `${value.value}:${value.type}`;
    case 'register':
      return `%${named(value.name)}:${value.type}`;
    case 'symbol':
      return `@${named(value.name)}`;
    case 'local':
      return `&${named(value.name)}`;
    case 'undef':
      return `undef:${value.type}`;
    case 'text':
      return JSON.stringify(value.text);
    case 'unary':
      return `${value.op}:${value.type}(${printValue(value.operand)})`;
    case 'binary':
    case 'compare':
      return `${value.op}(${printValue(value.left)}, ${printValue(value.right)})`;
    case 'select':
      return `select(${list([value.condition, value.whenTrue, value.whenFalse])})`;
    case 'offset':
      return `offset(${printValue(value.base)}, ${value.offset}${more(value.extent)})`;
    case 'element':
      return `${value.accessed === true ? 'accessed' : 'element'}(${list([value.base, value.index])}, ${value.stride}${more(value.count)})`;
  }
}

const more = (bound: number | undefined): string => (bound === undefined ? '' : `, ${bound}`);
const list = (values: readonly Value[]): string => values.map(printValue).join(', ');
const into = (registers: readonly (Register | undefined)[]): string => {
  const set = registers.filter((r) => r !== undefined);
  return set.length === 0 ? '' : `${set.map(printValue).join(', ')} = `;
};

const holds = ({ holds: layout }: { readonly holds?: string }): string | undefined =>
  layout && `holds ${JSON.stringify(layout)}`;

function operation(i: Instruction): string {
  switch (i.kind) {
    case 'set':
      return `${into([i.result])}${printValue(i.value)}`;
    case 'load':
      return `${into(resultsOf(i))}${join(['load', printValue(i.address), i.order])}`;
    case 'store':
      return join(['store', list([i.address, i.value]), i.order]);
    case 'rmw':
      return `${into([i.result])}rmw ${i.op} ${list([i.address, i.value])} ${i.order}`;
    case 'cmpxchg':
      return `${into([i.result])}cmpxchg ${list([i.address, i.expected, i.desired])} ${i.order} ${i.failure}`;
    case 'fence':
      return join(['fence', i.order, i.fence]);
    case 'copy':
      return `copy ${list([i.to, i.from, i.size])}`;
    case 'fill':
      return `fill ${list([i.to, i.value, i.size])}`;
    case 'life':
      return `${i.phase} ${printValue(i.object)}`;
    case 'call':
      return join([
        `${into(i.results)}call ${printValue(i.target)}(${list(i.args)})`,
        i.within && `within ${symbolsOf(i.within)}`,
        i.tried && `tried ${symbolsOf(i.tried)}`,
        holds(i),
      ]);
    case 'intrinsic':
      return join([`${into([i.result])}intrinsic ${i.name}(${list(i.args)})`, holds(i)]);
    case 'start':
      return `start ${i.thread}(${list(i.args)})`;
  }
}

const marks = (x: { readonly model?: true; readonly at?: SourceSpan }): string =>
  join([x.model && 'model', x.at && printPlace(x.at)]);

export const printInstruction = (i: Instruction): string => join([operation(i), marks(i)]);

function printEnd(end: Terminator): string {
  switch (end.kind) {
    case 'jump':
      return join(['jump', named(end.to), marks(end)]);
    case 'branch':
      return join([
        `branch ${printValue(end.condition)}, ${named(end.whenTrue)}, ${named(end.whenFalse)}`,
        marks(end),
      ]);
    case 'switch': {
      const cases = end.cases.map((c) => `${printValue(c.value)} ${named(c.to)}`).join(', ');
      return join([`switch ${printValue(end.value)} [${cases}] ${named(end.otherwise)}`, marks(end)]);
    }
    case 'return':
      return join(['return', end.values.length > 0 && list(end.values), marks(end)]);
    case 'unreachable':
      return join(['unreachable', marks(end)]);
  }
}

interface Labelled {
  readonly label?: string;
  readonly layout?: string;
  readonly at?: SourceSpan;
}

const labels = (x: Labelled): string =>
  join([
    x.label !== undefined && `label ${JSON.stringify(x.label)}`,
    x.layout !== undefined && `layout ${JSON.stringify(x.layout)}`,
    x.at && printPlace(x.at),
  ]);

function printBody(body: Body): string {
  const lines: string[] = [];
  for (const l of body.locals.values())
    lines.push(join([`  local &${named(l.name)} size ${l.size} align ${l.align}`, labels(l)]));
  for (const [label, block] of body.blocks) {
    lines.push(`${named(label)}:`);
    for (const i of block.instructions) lines.push(`  ${printInstruction(i)}`);
    lines.push(`  ${printEnd(block.end)}`);
  }
  return `{\n${lines.join('\n')}\n}`;
}

const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');

function storage({ storage: s }: Global): string | undefined {
  switch (s.kind) {
    case 'static':
      return s.thread === undefined ? undefined : `each of ${s.thread}`;
    case 'block':
      return undefined;
    case 'thread':
      return 'each';
    case 'local':
      return `of ${s.thread}`;
  }
}

const printGlobal = (g: Global): string =>
  join([
    `global @${named(g.name)} size ${g.size} align ${g.align}`,
    g.bytes === undefined ? undefined : `bytes "${hex(g.bytes)}"`,
    ...g.relocations.map((r) => `at ${r.offset} = @${named(r.target)} ${r.addend}`),
    storage(g),
    g.constant && 'constant',
    g.model && 'model',
    labels(g),
  ]);

function printFunction(f: Func): string {
  const parameters: string[] = f.body === undefined ? [...f.takes] : f.body.parameters.map(printValue);
  if (f.variadic) parameters.push('...');
  return join([
    `function @${named(f.name)}(${parameters.join(', ')})`,
    f.returns.length > 0 && `-> ${f.returns.join(', ')}`,
    f.weak && 'weak',
    f.particular && 'particular',
    f.model && 'model',
    labels(f),
    f.body && printBody(f.body),
  ]);
}

export const printThread = (t: Thread): string =>
  `thread ${JSON.stringify(t.name)} (${t.body.parameters.map(printValue).join(', ')}) ${printBody(t.body)}`;

function printLayout(name: string, l: Layout): string {
  const head = `layout ${JSON.stringify(name)} ${l.kind}`;
  switch (l.kind) {
    case 'scalar':
      return `${head} ${l.size} ${l.reads}`;
    case 'pointer':
      return l.to === undefined ? head : `${head} ${JSON.stringify(l.to)}`;
    case 'array':
      return `${head} ${l.count} ${l.stride} ${JSON.stringify(l.element)}`;
    case 'record': {
      const members = l.members.map((m) =>
        join([
          `${JSON.stringify(m.name)} ${m.offset} ${JSON.stringify(m.layout)}`,
          m.bits && `bits ${m.bits.first} ${m.bits.count}`,
        ]),
      );
      return `${head} ${l.size}${l.union ? ' union' : ''} {${members.join(', ')}}`;
    }
  }
}

const symbols = (what: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${what} ${names.map((name) => `@${named(name)}`).join(', ')}`];

export function printModule(m: Module): string {
  const parts = [
    ...[...m.layouts].map(([name, layout]) => printLayout(name, layout)),
    ...[...m.globals.values()].map(printGlobal),
    ...symbols('constructors', m.constructors),
    ...symbols('destructors', m.destructors),
    ...[...m.functions.values()].map(printFunction),
    ...m.threads.map(printThread),
  ];
  return `${parts.join('\n')}\n`;
}
