// The rest of a settled thread: calls of functions without a body, and questions that propagation has not answered.

import { type Diagnostic, InputError } from '../../../support/diagnostic.js';
import { type Instruction, originOf } from '../../instruction.js';
import { spawning } from '../../intrinsics.js';
import { type Block, type Body, type Func, placeKey } from '../../module.js';
import {
  compare,
  constant,
  knownAddress,
  offset,
  select,
  symbol,
  textValue,
  typeOf,
  type Value,
} from '../../value.js';
import { cutArguments } from '../cuts.js';
import { refusal, refuse, type Settling } from './context.js';
import { isUsed, noteUse } from './uses.js';

/** Refuses the program if some thread comes to something that is not supported. All such places are told. */
export function refuseUnsupported(bodies: readonly Body[]): void {
  const found = new Map<string, Diagnostic>();
  for (const { blocks } of bodies)
    for (const { instructions } of blocks.values())
      for (const i of instructions)
        if (i.kind === 'intrinsic' && i.name === 'refuse') {
          const message = refusedWith(i.args);
          found.set(
            `${message} ${i.at === undefined ? '' : placeKey(i.at)}`,
            withHint(refusal(message, i.at)),
          );
        }
  const [first, ...more] = [...found.values()].sort(byPlace);
  if (first !== undefined) throw new InputError(more.length === 0 ? first : { ...first, more });
}

function refusedWith([text, character]: readonly Value[]): string {
  if (text?.kind !== 'text') return 'this call';
  if (character?.kind !== 'const') return text.text;
  return text.text.replaceAll(/%[%c]/g, (met) =>
    met === '%%' ? '%' : String.fromCharCode(Number(character.value)),
  );
}

/** The library writes a hint behind a colon. */
function withHint(diagnostic: Diagnostic): Diagnostic {
  const [, message, hint] = /^(.* is not supported): (.*)$/.exec(diagnostic.message) ?? [];
  return message === undefined ? diagnostic : { ...diagnostic, message, hint };
}

/** The program's own file comes first. */
const byPlace = (a: Diagnostic, b: Diagnostic): number =>
  (a.file ?? '').localeCompare(b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0);

export function unknownCalls(settling: Settling, body: Body): Body {
  const blocks = new Map<string, Block>();
  let changed = false;
  for (const [label, block] of body.blocks) {
    const instructions = block.instructions.flatMap((i) => {
      const now = left(settling, i);
      if (now.length !== 1 || now[0] !== i) changed = true;
      return now;
    });
    blocks.set(label, { ...block, instructions });
  }
  return changed ? { ...body, blocks } : body;
}

function left(settling: Settling, i: Instruction): readonly Instruction[] {
  const placed = originOf(i);
  if (i.kind === 'intrinsic') {
    const { result } = i;
    if (i.name === 'known' && result !== undefined)
      return [{ kind: 'set', result, value: constant(0, result.type), ...placed }];
    if (i.name === 'of_thread' && result !== undefined) {
      const value = anyOfThreads(settling, i.args);
      if (value !== undefined) return [{ kind: 'set', result, value, ...placed }];
    }
    if (i.name === 'changes') return [];
    if (i.name === 'uses' && noteUse(settling, i.args, true)) return [];
    if (i.name === 'used' && result !== undefined) {
      const value = constant(isUsed(settling, i.args, true) === true ? 1 : 0, result.type);
      return [{ kind: 'set', result, value, ...placed }];
    }
    if (spawning.has(i.name)) refuse('a thread whose function is not known is not supported', i.at);
    return [i];
  }
  if (i.kind !== 'call') return [i];
  const { target } = i;
  if (target.kind !== 'symbol' || settling.global(target.name) !== undefined)
    return [
      {
        kind: 'intrinsic',
        name: 'require',
        args: [
          constant(0, 'i32'),
          textValue('invalid-address'),
          textValue('call of something that is no function'),
        ],
        ...placed,
      },
    ];
  const f = settling.function(target.name);
  return f?.body === undefined ? withoutBody(i, target.name, f, placed) : [i];
}

/**
 * A function without a body returns any value. Nothing behind the call is explored if the function is given an address, since it may
 * write there, or if any value is too much. Otherwise the thread goes on as if the function did nothing else. The answer names both bounds.
 */
function withoutBody(
  { args, results }: Extract<Instruction, { kind: 'call' }>,
  name: string,
  f: Func | undefined,
  placed: Pick<Instruction, 'at' | 'model'>,
): readonly Instruction[] {
  const shown = f?.label ?? name;
  const bound: Instruction =
    f?.particular || args.some((arg) => typeOf(arg) === 'ptr')
      ? {
          kind: 'intrinsic',
          name: 'cut',
          args: cutArguments({ kind: 'after-no-body', function: shown }),
          ...placed,
        }
      : {
          kind: 'intrinsic',
          name: 'may_cut',
          args: cutArguments({ kind: 'no-body', function: shown }),
          ...placed,
        };
  const values = results.map(
    (result): Instruction => ({
      kind: 'intrinsic',
      name: 'choose',
      result,
      args: [constant(0, 'i32')],
      ...placed,
    }),
  );
  return [...values, bound];
}

/** The place in a thread whose number is not known: a choice among all threads. */
function anyOfThreads(settling: Settling, [own, thread]: readonly Value[]): Value | undefined {
  const place = own === undefined ? undefined : knownAddress(own);
  if (place?.object.kind !== 'symbol' || thread === undefined) return undefined;
  const name = place.object.name.replace(/@\d+$/, '');
  if (!settling.isThreadLocal(name)) return undefined;
  let value: Value = constant(0, 'ptr');
  for (let t = (settling.threads ?? 0) - 1; t >= 0; t--) {
    const there = offset(symbol(settling.ofThread(name, t)), place.offset);
    value = select(compare('eq', thread, constant(t, typeOf(thread))), there, value);
  }
  return value;
}
