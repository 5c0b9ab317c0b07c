// The arguments that `...` stands for. Every call has its own, numbered through the thread; a va_list holds the number of the
// next one.

import { constant, type Expr, widthOf } from '../../../../program/expression.js';
import { toNumber } from '../../../../program/integer.js';
import type { Value, ValueOf } from '../../typed.js';
import { type CType, scalarsOf, sizeOf, unsignedLongType } from '../../types.js';
import { written } from '../emitter/marks.js';
import { foldBinary, foldConditional, zero } from '../fold.js';
import type { Frame, VariadicArgument } from '../frame.js';
import { lowerPlace, readScalar, writeScalar } from '../memory/places.js';

/** Keeps the arguments of a call; the number of the first of them. */
export function keepArguments(
  frame: Frame,
  args: readonly Value[],
  cells: readonly (readonly Expr[])[],
): number {
  const { variadic } = frame.thread;
  const first = variadic.length;
  args.forEach(({ type, at }, i) => {
    variadic.push({ type, cells: cells[i].map((cell) => frame.emitter.keep(cell, at)) });
  });
  // the number after the last argument stands for no argument
  variadic.push(undefined);
  return first;
}

/** Whether an argument of one type may be taken as another (C11 7.16.1.1). */
function fits(from: CType, to: CType): boolean {
  if (from.kind !== 'struct' && to.kind !== 'struct') return passedAlike(from, to);
  if (from.kind !== to.kind || sizeOf(from) !== sizeOf(to)) return false;
  const parts = scalarsOf(to);
  const given = scalarsOf(from);
  return (
    given.length === parts.length &&
    given.every(({ type, offset }, i) => offset === parts[i].offset && passedAlike(type, parts[i].type))
  );
}

const passedAlike = (from: CType, to: CType): boolean =>
  sizeOf(from) === sizeOf(to) && (from.kind === 'float') === (to.kind === 'float');

export function lowerVaArg(frame: Frame, value: ValueOf<'va-arg'>): readonly Expr[] {
  const { emitter, thread, program } = frame;
  const { at, type } = value;
  const list = lowerPlace(frame, value.list);
  const number = emitter.keep(readScalar(frame, list, unsignedLongType, at), at);
  writeScalar(frame, list, unsignedLongType, foldBinary('+', number, constant(1, 64)), at);
  const cells = scalarsOf(type);
  const nothing = (): Expr[] => cells.map((cell) => constant(0, program.valueWidth(cell.type)));
  const usable = (argument: VariadicArgument | undefined): argument is VariadicArgument =>
    argument !== undefined && fits(argument.type, type);
  if (number.kind === 'const') {
    const argument = thread.variadic[toNumber(number.value)];
    if (usable(argument)) return argument.cells;
    emitter.assert(zero, 'va_arg takes an argument that is not there or has another type', at);
    return nothing();
  }
  const known = [...thread.variadic.entries()].filter(([, argument]) => usable(argument));
  const is = (index: number): Expr => foldBinary('==', number, constant(index, widthOf(number)));
  const some = known.reduce<Expr>((any, [index]) => foldBinary('||', any, is(index)), zero);
  emitter.assert(some, 'va_arg takes an argument that is not there or has another type', at);
  const chosen = (rest: Expr, of: (argument: VariadicArgument) => Expr): Expr =>
    known.reduceRight<Expr>(
      (other, [index, argument]) =>
        argument === undefined ? other : foldConditional(is(index), of(argument), other),
      rest,
    );
  return nothing().map((rest, i) => {
    const masks = known.map(([, argument]) => emitter.maskOf(argument?.cells[i] ?? rest));
    const value = chosen(rest, ({ cells: its }) => its[i]);
    if (masks.every((mask) => mask === written)) return value;
    return emitter.marked(
      value,
      emitter.keep(
        chosen(written, (its) => emitter.maskOf(its.cells[i])),
        at,
      ),
      at,
    );
  });
}
