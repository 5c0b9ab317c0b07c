// Calls through addresses that stay unknown: a choice among the functions whose addresses the program takes.

import { unfollowedCall } from '../../../program/layout.js';
import { type Instruction, type InstructionOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import type { Block, Body, Func, Module } from '../../module.js';
import { isFloat } from '../../type.js';
import { compare, constant, forEachValue, symbol, textValue, typeOf, type Value } from '../../value.js';
import type { Settling } from './context.js';

/** Functions whose address is a value somewhere in the bodies, or in an object that they mention. */
export function addressTaken(module: Module, bodies: Iterable<Body>): Set<string> {
  const taken = new Set<string>();
  const mentioned = new Set<string>();
  const mention = (name: string): void => {
    if (module.functions.has(name)) taken.add(name);
    if (mentioned.has(name)) return;
    mentioned.add(name);
    for (const { target } of module.globals.get(name.replace(/@\d+$/, ''))?.relocations ?? [])
      mention(target);
  };
  const see = (value: Value): void =>
    forEachValue(value, (v) => {
      if (v.kind === 'symbol') mention(v.name);
    });
  for (const { blocks } of bodies)
    for (const { instructions, end } of blocks.values()) {
      for (const i of instructions)
        for (const value of valuesOf(i)) if (i.kind !== 'call' || value !== i.target) see(value);
      // Asking whether an address is that of a function does not make it one.
      for (const value of valuesOfEnd(end))
        if (value.kind !== 'compare' || value.right.kind !== 'symbol') see(value);
    }
  return taken;
}

/** The functions that a call may mean by its arguments and results. */
function candidates({ module }: Settling, taken: ReadonlySet<string>, call: InstructionOf<'call'>): Func[] {
  const found: Func[] = [];
  for (const name of taken) {
    const f = module.functions.get(name);
    const parameters = f?.body?.parameters;
    if (f === undefined || parameters === undefined || f.returns.length < call.results.length) continue;
    const fits =
      parameters.length === call.args.length ||
      (f.variadic === true && parameters.length <= call.args.length);
    const alike = parameters.every((p, k) => {
      const arg = call.args[k];
      return arg !== undefined && isFloat(typeOf(arg)) === isFloat(p.type);
    });
    if (fits && alike) found.push(f);
  }
  return found;
}

const isUnknownCall = (i: Instruction): boolean => i.kind === 'call' && i.target.kind !== 'symbol';

export const hasUnknownCall = (body: Body): boolean =>
  [...body.blocks.values()].some((block) => block.instructions.some(isUnknownCall));

/** The first call of each block through an unknown address becomes a chain of comparisons; the body itself if there is none. */
export function dispatchCalls(settling: Settling, taken: ReadonlySet<string>, body: Body): Body {
  const blocks = new Map<string, Block>();
  let changed = false;
  for (const [label, block] of body.blocks) {
    const k = block.instructions.findIndex(isUnknownCall);
    const call = block.instructions[k];
    if (call?.kind !== 'call') {
      blocks.set(label, block);
      continue;
    }
    changed = true;
    dispatch(label, block, k, call, candidates(settling, taken, call), settling.fresh(), blocks);
  }
  return changed ? { ...body, blocks } : body;
}

function dispatch(
  label: string,
  block: Block,
  k: number,
  call: InstructionOf<'call'>,
  targets: readonly Func[],
  n: number,
  blocks: Map<string, Block>,
): void {
  const placed = {
    ...(call.model === true ? { model: true as const } : {}),
    ...(call.at === undefined ? {} : { at: call.at }),
  };
  const [after, none] = [`after~${n}`, `none~${n}`];
  let test = none;
  const failure: Instruction = {
    kind: 'intrinsic',
    name: 'require',
    args: [constant(0, 'i32'), textValue('invalid-address'), textValue('a call of no function')],
    ...placed,
  };
  const chain: [string, Block][] = [[none, { instructions: [failure], end: { kind: 'unreachable' } }]];
  for (const f of [...targets].reverse()) {
    const [is, calls] = [`is ${f.name}~${n}`, `call ${f.name}~${n}`];
    // A function that calls itself through addresses that are not known is not followed.
    const again = call.within?.includes(f.name) === true;
    const cut: Instruction = { kind: 'intrinsic', name: 'cut', args: [textValue(unfollowedCall)], ...placed };
    chain.push([
      calls,
      again
        ? { instructions: [cut], end: { kind: 'unreachable' } }
        : {
            instructions: [{ ...call, target: symbol(f.name) }],
            end: { kind: 'jump', to: after, ...placed },
          },
    ]);
    const condition = compare('eq', call.target, symbol(f.name));
    chain.push([
      is,
      { instructions: [], end: { kind: 'branch', condition, whenTrue: calls, whenFalse: test, ...placed } },
    ]);
    test = is;
  }
  blocks.set(label, {
    instructions: block.instructions.slice(0, k),
    end: { kind: 'jump', to: test, ...placed },
  });
  for (const [name, added] of chain.reverse()) blocks.set(name, added);
  blocks.set(after, { instructions: block.instructions.slice(k + 1), end: block.end });
}
