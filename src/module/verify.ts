// The invariants of every module, from a reader or a pass. Tests check them after each pass.

import { type Instruction, resultsOf, successorsOf, valuesOf, valuesOfEnd } from './instruction.js';
import { type Intrinsic, intrinsics } from './intrinsics.js';
import type { Body, Module } from './module.js';
import { printInstruction, printValue } from './print.js';
import { bitsOf, isFloat, isInt, type Type } from './type.js';
import { forEachValue, typeOf, type Value } from './value.js';

/** The rules that the module breaks, each with where. */
export function verify(module: Module): string[] {
  const broken: string[] = [];
  const named = (name: string): boolean => module.globals.has(name) || module.functions.has(name);
  for (const g of module.globals.values()) {
    if ((g.bytes?.length ?? 0) > g.size) broken.push(`@${g.name} has more bytes than its size`);
    for (const r of g.relocations) {
      if (!named(r.target)) broken.push(`@${g.name} mentions @${r.target}, which there is not`);
      if (r.offset < 0 || r.offset + 8 > g.size) broken.push(`@${g.name} has an address outside of it`);
    }
  }
  for (const f of module.functions.values()) {
    if (f.body === undefined) continue;
    const types = f.body.parameters.map((p) => p.type).join();
    if (types !== f.takes.join()) broken.push(`@${f.name} does not take what its parameters are`);
    verifyBody(f.body, `@${f.name}`, named, broken, f.returns);
  }
  for (const t of module.threads) {
    verifyBody(t.body, `thread ${t.name}`, named, broken);
    if (t.body.locals.size > 0) broken.push(`thread ${t.name} has locals`);
  }
  return broken;
}

function verifyBody(
  body: Body,
  where: string,
  named: (name: string) => boolean,
  broken: string[],
  returns?: readonly Type[],
): void {
  const types = new Map<string, Type>(body.parameters.map((p) => [p.name, p.type]));
  const [entry] = body.blocks.keys();
  if (entry === undefined) broken.push(`${where} has no block`);
  const rule = (holds: boolean, what: string): void => {
    if (!holds) broken.push(`${where}: ${what}`);
  };
  const sees = (value: Value): void =>
    forEachValue(value, (v) => {
      if (v.kind === 'symbol') rule(named(v.name), `there is no @${v.name}`);
      if (v.kind === 'local') rule(body.locals.has(v.name), `there is no local &${v.name}`);
      if (v.kind === 'register') {
        const type = types.get(v.name) ?? v.type;
        types.set(v.name, v.type);
        rule(type === v.type, `%${v.name} is ${type} and ${v.type}`);
      }
      rule(fits(v), `the operands of ${printValue(v)} do not fit`);
    });
  for (const [label, { instructions, end }] of body.blocks) {
    for (const i of instructions) {
      for (const r of resultsOf(i)) sees(r);
      valuesOf(i).forEach(sees);
      rule(isWell(i), `${printInstruction(i)} is not well formed`);
    }
    valuesOfEnd(end).forEach(sees);
    for (const to of successorsOf(end)) {
      rule(body.blocks.has(to), `${label} leads to ${to}, which there is not`);
      rule(to !== entry, `${label} leads to the entry`);
    }
    if (end.kind === 'branch') rule(typeOf(end.condition) === 'i1', `${label} branches by no truth value`);
    if (end.kind === 'return' && returns !== undefined)
      rule(end.values.map(typeOf).join() === returns.join(), `${label} returns something else`);
  }
}

/** Whether the operands of an operation have the types that it wants. */
function fits(v: Value): boolean {
  switch (v.kind) {
    case 'binary':
      return (
        typeOf(v.left) === v.type &&
        typeOf(v.right) === v.type &&
        v.type !== 'ptr' &&
        isFloat(v.type) === v.op.startsWith('f')
      );
    case 'compare':
      return typeOf(v.left) === typeOf(v.right) && isFloat(typeOf(v.left)) === v.op.startsWith('f');
    case 'select':
      return typeOf(v.condition) === 'i1' && typeOf(v.whenTrue) === typeOf(v.whenFalse);
    case 'offset':
      return typeOf(v.base) === 'ptr';
    case 'element':
      return typeOf(v.base) === 'ptr' && typeOf(v.index) === 'i64';
    case 'unary':
      return fitsUnary(v.op, typeOf(v.operand), v.type);
    default:
      return true;
  }
}

function fitsUnary(op: string, from: Type, to: Type): boolean {
  const [have, want] = [bitsOf(from), bitsOf(to)];
  switch (op) {
    case 'trunc':
      return isInt(from) && isInt(to) && have > want;
    case 'zext':
    case 'sext':
      return isInt(from) && isInt(to) && have < want;
    case 'ptrtoint':
      return from === 'ptr' && isInt(to);
    case 'inttoptr':
      return isInt(from) && to === 'ptr';
    case 'bitcast':
      return have === want;
    default:
      return true;
  }
}

function isWell(i: Instruction): boolean {
  switch (i.kind) {
    case 'set':
      return typeOf(i.value) === i.result.type;
    case 'load':
      return typeOf(i.address) === 'ptr' && (i.has === undefined || i.has.type === 'i32');
    case 'store':
      return typeOf(i.address) === 'ptr';
    case 'rmw':
      return typeOf(i.address) === 'ptr' && (i.result === undefined || i.result.type === typeOf(i.value));
    case 'cmpxchg':
      return typeOf(i.address) === 'ptr' && typeOf(i.expected) === typeOf(i.desired);
    case 'copy':
      return typeOf(i.to) === 'ptr' && typeOf(i.from) === 'ptr';
    case 'fill':
      return typeOf(i.to) === 'ptr' && typeOf(i.value) === 'i8';
    case 'intrinsic':
      return takesAsMany(intrinsics[i.name], i.args.length);
    default:
      return true;
  }
}

const takesAsMany = ({ takes, mayTake = [] }: Intrinsic, count: number): boolean =>
  count === takes.length || count === takes.length + mayTake.length;
