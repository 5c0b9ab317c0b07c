// Calls through addresses that stay unknown: a choice among the functions that points-to says the address may be. What the chosen
// functions do may give the address more targets, so the call stays behind the choices as one that has tried them, until a round finds
// none that is new. Then it is the finding of a call of no function: a function that points-to missed would not be missed silently.

import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import type { Block, Body, Func } from '../../module.js';
import { isFloat } from '../../type.js';
import { compare, symbol, typeOf, type Value } from '../../value.js';
import { cutArguments } from '../cuts.js';
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

export const hasUnknownCall = (body: Body): boolean =>
  [...body.blocks.values()].some((block) => block.instructions.some(isUnknownCall));

/**
 * The first call of each block through an unknown address that has targets becomes a chain of comparisons; the body itself if there is
 * none.
 */
export function dispatchCalls(settling: Settling, functionsAt: FunctionsAt, body: Body): Body {
  const blocks = new Map<string, Block>();
  let changed = false;
  for (const [label, block] of body.blocks) {
    let targets: readonly Func[] = [];
    const k = block.instructions.findIndex((i) => {
      if (!isUnknownCall(i)) return false;
      targets = candidates(settling, functionsAt, i);
      return targets.length > 0;
    });
    const call = block.instructions[k];
    if (call?.kind !== 'call') {
      blocks.set(label, block);
      continue;
    }
    changed = true;
    dispatch(label, block, k, call, targets, settling.fresh(), blocks);
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
  const placed = originOf(call);
  const [after, none] = [`after~${n}`, `none~${n}`];
  let test = none;
  const others: Instruction = { ...call, tried: [...(call.tried ?? []), ...targets.map((f) => f.name)] };
  const chain: [string, Block][] = [
    [none, { instructions: [others], end: { kind: 'jump', to: after, ...placed } }],
  ];
  for (const f of [...targets].reverse()) {
    const [is, calls] = [`is ${f.name}~${n}`, `call ${f.name}~${n}`];
    // A function that calls itself through addresses that are not known is not followed.
    const again = call.within?.includes(f.name) === true;
    const cut: Instruction = {
      kind: 'intrinsic',
      name: 'cut',
      args: cutArguments({ kind: 'unexpected-call' }),
      ...placed,
    };
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
