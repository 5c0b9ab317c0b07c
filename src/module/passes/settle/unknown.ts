// The rest of a settled thread: calls of functions without a body, and questions that propagation has not answered.

import { type Diagnostic, InputError } from '../../../support/diagnostic.js';
import { instructionsIn, mapInstructions } from '../../body.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { spawning } from '../../intrinsics.js';
import { intrinsic, required, set } from '../../make.js';
import { type Body, type Func, placeKey } from '../../module.js';
import { compare, constant, offset, placeOf, select, symbol, typeOf, type Value } from '../../value.js';
import { cut, cutArguments } from '../cuts.js';
import { ofAllThreads, refusal, refuse, type Settling } from './context.js';
import { isUsed, noteUse } from './uses.js';

/** Refuses the program if some thread comes to something that is not supported. All such places are told. */
export function refuseUnsupported(bodies: readonly Body[]): void {
  const found = new Map<string, Diagnostic>();
  for (const i of bodies.flatMap(instructionsIn))
    if (i.kind === 'intrinsic' && i.name === 'refuse') {
      const message = refusedWith(i.args);
      const place = i.at === undefined ? '' : placeKey(i.at);
      found.set(`${message} ${place}`, withHint(refusal(message, i.at)));
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

export const unknownCalls = (settling: Settling, body: Body): Body =>
  mapInstructions(body, (i) => {
    if (i.kind === 'intrinsic') return leftQuestion(settling, i);
    return i.kind === 'call' ? leftCall(settling, i) : i;
  });

function leftQuestion(
  settling: Settling,
  i: InstructionOf<'intrinsic'>,
): Instruction | readonly Instruction[] {
  const { result, args } = i;
  if (spawning.has(i.name)) refuse('a thread whose function is not known is not supported', i.at);
  if (i.name === 'changes' || (i.name === 'uses' && noteUse(settling, args, true))) return [];
  if (result === undefined) return i;
  if (i.name === 'known') return set(result, constant(0, result.type), i);
  if (i.name === 'used')
    return set(result, constant(isUsed(settling, args, true) === true ? 1 : 0, result.type), i);
  const place = i.name === 'of_thread' ? anyOfThreads(settling, args) : undefined;
  return place === undefined ? i : set(result, place, i);
}

function leftCall(settling: Settling, call: InstructionOf<'call'>): Instruction | readonly Instruction[] {
  const { target } = call;
  if (target.kind !== 'symbol' || settling.global(target.name) !== undefined)
    return required(constant(0, 'i32'), 'invalid-address', 'call of something that is no function', call);
  const f = settling.function(target.name);
  return f?.body === undefined ? withoutBody(call, target.name, f) : call;
}

/**
 * A function without a body returns any value. Nothing behind the call is explored if the function is given an address, since it may
 * write there, or if any value is too much. Otherwise the thread goes on as if the function did nothing else. The answer names both bounds.
 */
function withoutBody(call: InstructionOf<'call'>, name: string, f: Func | undefined): readonly Instruction[] {
  const shown = f?.label ?? name;
  const endsThere = f?.particular === true || call.args.some((arg) => typeOf(arg) === 'ptr');
  const bound = endsThere
    ? cut({ kind: 'after-no-body', function: shown }, call)
    : intrinsic('may_cut', cutArguments({ kind: 'no-body', function: shown }), call);
  const values = call.results.map((result) => intrinsic('choose', [constant(0, 'i32')], call, result));
  return [...values, bound];
}

/** The place in a thread whose number is not known: a choice among all threads. */
function anyOfThreads(settling: Settling, [own, thread]: readonly Value[]): Value | undefined {
  const place = placeOf(own);
  if (place === undefined) return undefined;
  const name = ofAllThreads(place.object);
  if (!settling.isThreadLocal(name)) return undefined;
  let value: Value = constant(0, 'ptr');
  for (let t = (settling.threads ?? 0) - 1; t >= 0; t--) {
    const there = offset(symbol(settling.ofThread(name, t)), place.offset);
    value = select(compare('eq', thread, constant(t, typeOf(thread))), there, value);
  }
  return value;
}
