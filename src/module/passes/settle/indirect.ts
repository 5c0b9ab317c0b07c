// Calls through addresses that stay unknown: a choice among the functions that points-to says the address may be. What the chosen
// functions do may give the address more targets, so the call stays behind the choices as one that has tried them, until a round finds
// none that is new. Then it is the finding of a call of no function: a function that points-to missed would not be missed silently.

import { hasInstruction, withBlocks } from '../../body.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { branch, jump } from '../../make.js';
import type { Block, Body, Func } from '../../module.js';
import { isFloat } from '../../type.js';
import { compare, symbol, typeOf, type Value } from '../../value.js';
import { cut } from '../cuts.js';
import type { Settling } from './context.js';

/** The functions at an address. */
type FunctionsAt = (address: Value) => Iterable<string>;

/** The functions that a call may mean by its arguments and results, and has not tried. */
function candidates({ module }: Settling, functionsAt: FunctionsAt, call: InstructionOf<'call'>): Func[] {
  const found: Func[] = [];
  for (const name of functionsAt(call.target)) {
    if (call.tried?.includes(name) === true) continue;
    const f = module.functions.get(name);
    const parameters = f?.body?.parameters;
    if (f === undefined || parameters === undefined || f.returns.length < call.results.length) continue;
    // The model gives handlers of signals all arguments that one may have.
    const fits =
      parameters.length === call.args.length ||
      (call.model === true && parameters.length <= call.args.length) ||
      (f.variadic === true && parameters.length <= call.args.length);
    const alike = parameters.every((p, k) => {
      const arg = call.args[k];
      return arg !== undefined && isFloat(typeOf(arg)) === isFloat(p.type);
    });
    if (fits && alike) found.push(f);
  }
  return found;
}

const isUnknownCall = (i: Instruction): i is InstructionOf<'call'> =>
  i.kind === 'call' && i.target.kind !== 'symbol';

export const hasUnknownCall = (body: Body): boolean => hasInstruction(body, isUnknownCall);

/**
 * The first call of each block through an unknown address that has targets becomes a chain of comparisons; the body itself if there is
 * none.
 */
export function dispatchCalls(settling: Settling, functionsAt: FunctionsAt, body: Body): Body {
  const blocks = new Map<string, Block>();
  for (const [label, block] of body.blocks) {
    blocks.set(label, block);
    for (const [k, call] of block.instructions.entries()) {
      const targets = isUnknownCall(call) ? candidates(settling, functionsAt, call) : [];
      if (call.kind !== 'call' || targets.length === 0) continue;
      for (const [name, added] of dispatch(label, block, k, call, targets, settling.fresh()))
        blocks.set(name, added);
      break;
    }
  }
  return withBlocks(body, blocks);
}

/** The blocks in place of a block and the call in it. */
function dispatch(
  label: string,
  { instructions, end }: Block,
  k: number,
  call: InstructionOf<'call'>,
  targets: readonly Func[],
  n: number,
): [string, Block][] {
  const [after, none] = [`after~${n}`, `none~${n}`];
  const [is, calls] = [(f: Func) => `is ${f.name}~${n}`, (f: Func) => `call ${f.name}~${n}`];
  const chain = targets.flatMap((f, t): [string, Block][] => {
    const next = targets[t + 1];
    const condition = compare('eq', call.target, symbol(f.name));
    const test = branch(condition, calls(f), next === undefined ? none : is(next), call);
    // A function that calls itself through addresses that are not known is not followed.
    const again = call.within?.includes(f.name) === true;
    const called: Block = again
      ? { instructions: [cut({ kind: 'unexpected-call' }, call)], end: { kind: 'unreachable' } }
      : { instructions: [{ ...call, target: symbol(f.name) }], end: jump(after, call) };
    return [
      [is(f), { instructions: [], end: test }],
      [calls(f), called],
    ];
  });
  const others: Instruction = { ...call, tried: [...(call.tried ?? []), ...targets.map((f) => f.name)] };
  return [
    [label, { instructions: instructions.slice(0, k), end: jump(chain[0]?.[0] ?? none, call) }],
    ...chain,
    [none, { instructions: [others], end: jump(after, call) }],
    [after, { instructions: instructions.slice(k + 1), end }],
  ];
}
