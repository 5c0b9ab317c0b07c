// Places at run time: a group of registers or an address, and how to read and write them.

import { constant, type Expr } from '../../../program/expression.js';
import { toNumber } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import type { Initialisation, Place, Variable } from '../typed.js';
import { cellsOf } from '../types.js';
import { cellAddress, foldBinary, foldConditional, isTrue, staticAddress } from './fold.js';
import { beginVariable, type Frame, storageOf } from './frame.js';
import { copyFlags, lowerCells, lowerValue } from './values.js';

export type LoweredPlace =
  | { readonly kind: 'registers'; readonly names: readonly string[]; readonly offset: Expr }
  | { readonly kind: 'bound'; readonly value: Expr }
  /** `constantOf`: a const global whose cells never change. */
  | { readonly kind: 'memory'; readonly address: Expr; readonly constantOf?: Variable };

/** `onePast`: the element after the last may be named, for its address only. */
export function lowerPlace(frame: Frame, place: Place, onePast = false): LoweredPlace {
  switch (place.kind) {
    case 'variable':
      return variablePlace(frame, place.variable);
    case 'literal':
      beginVariable(frame, place.variable, true, place.at);
      initialise(frame, place.variable, place.initialiser, place.at);
      return variablePlace(frame, place.variable);
    case 'deref':
      return { kind: 'memory', address: lowerValue(frame, place.pointer) };
    case 'member':
      return moved(lowerPlace(frame, place.base), constant(place.offset));
    case 'element': {
      const base = lowerPlace(frame, place.base);
      const index = lowerValue(frame, place.index);
      const inside = foldBinary('<u', index, constant(onePast ? place.length + 1 : place.length));
      frame.emitter.assert(inside, `index out of bounds: the array has ${place.length} elements`, place.at);
      return moved(base, foldBinary('*', index, constant(place.cells)));
    }
  }
}

function variablePlace(frame: Frame, variable: Variable): LoweredPlace {
  const storage = storageOf(frame, variable);
  switch (storage.kind) {
    case 'registers':
      return { kind: 'registers', names: storage.names, offset: constant(0) };
    case 'bound':
      return storage;
    case 'memory': {
      const constantOf =
        variable.storage === 'global' && isConst(variable) && !variable.threadLocal ? variable : undefined;
      return {
        kind: 'memory',
        address: cellAddress(storage.location, 0),
        ...(constantOf === undefined ? {} : { constantOf }),
      };
    }
  }
}

function isConst({ type }: Variable): boolean {
  return type.const === true || (type.kind === 'array' && type.of.const === true);
}

function moved(place: LoweredPlace, offset: Expr): LoweredPlace {
  switch (place.kind) {
    case 'registers':
      return { ...place, offset: foldBinary('+', place.offset, offset) };
    case 'bound':
      return place;
    case 'memory':
      return { ...place, address: foldBinary('+', place.address, offset) };
  }
}

/** The address of a place that is in memory. */
export function addressOfPlace(place: LoweredPlace): Expr {
  return place.kind === 'memory' ? place.address : bug('the address of a register was taken');
}

/** Reads one cell of the place; `copied` with its object, which may have parts without a value. */
export function readCell(
  frame: Frame,
  place: LoweredPlace,
  cell: number,
  at: SourceSpan,
  copied = false,
): Expr {
  const { emitter } = frame;
  switch (place.kind) {
    case 'bound':
      return place.value;
    case 'registers': {
      const index = foldBinary('+', place.offset, constant(cell));
      if (index.kind === 'const') {
        const name = place.names[toNumber(index.value)] ?? bug('no such register');
        if (!copied) checkSet(frame, name, emitter.isSet(name), at);
        return emitter.read(name);
      }
      const set = place.names.map((name) => emitter.isSet(name));
      if (!copied && !set.every(isTrue))
        checkSet(
          frame,
          place.names[0],
          set.reduceRight((rest, flag, i) =>
            foldConditional(foldBinary('==', index, constant(i)), flag, rest),
          ),
          at,
        );
      return place.names.reduceRight<Expr>(
        (rest, name, i) => foldConditional(foldBinary('==', index, constant(i)), emitter.read(name), rest),
        constant(0),
      );
    }
    case 'memory': {
      const address = foldBinary('+', place.address, constant(cell));
      return constantCell(frame, place.constantOf, address) ?? emitter.load(address, at, copied);
    }
  }
}

/** Reading a local variable that has no value yet is undefined (C11 6.3.2.1). */
function checkSet(frame: Frame, register: string, flag: Expr, at: SourceSpan): void {
  const name = register.replace(/[[#].*$/, '');
  frame.emitter.assert(flag, `uninitialised read: ${name} has no value yet`, at);
}

/** What a cell of a const global holds. */
function constantCell(frame: Frame, variable: Variable | undefined, address: Expr): Expr | undefined {
  const where = staticAddress(address);
  if (variable === undefined || where === undefined) return undefined;
  const cells = cellsOf(variable.type) ?? 0;
  if (where.offset < 0 || where.offset >= cells) return undefined;
  return frame.program.staticExpr(variable.initial?.[where.offset] ?? 0);
}

export function writeCell(
  frame: Frame,
  place: LoweredPlace,
  cell: number,
  value: Expr,
  at: SourceSpan,
): void {
  const { emitter } = frame;
  switch (place.kind) {
    case 'bound':
      bug('a parameter that is never written was written');
      return;
    case 'registers': {
      // kept: the index may be computed from the registers that change here
      const index = emitter.keep(foldBinary('+', place.offset, constant(cell)), at);
      if (index.kind === 'const') {
        emitter.assign(place.names[toNumber(index.value)] ?? bug('no such register'), value, at);
        return;
      }
      place.names.forEach((name, i) => {
        const here = foldBinary('==', index, constant(i));
        emitter.assign(name, foldConditional(here, value, emitter.read(name)), at, here);
      });
      return;
    }
    case 'memory':
      emitter.store(foldBinary('+', place.address, constant(cell)), value, at);
  }
}

/** Gives a variable its initial value, every time its declaration is reached. */
export function initialise(frame: Frame, variable: Variable, init: Initialisation, at: SourceSpan): void {
  const place = variablePlace(frame, variable);
  const covered = new Set<number>();
  const values = init.parts.map(({ offset, value }) => {
    const cells = lowerCells(frame, value);
    cells.forEach((_, i) => {
      covered.add(offset + i);
    });
    return { offset, cells };
  });
  for (let cell = 0; cell < init.cells; cell++)
    if (!covered.has(cell)) writeCell(frame, place, cell, constant(0), at);
  for (const { offset, cells } of values)
    cells.forEach((value, i) => {
      writeCell(frame, place, offset + i, value, at);
    });
  for (const { offset, value } of init.parts) copyFlags(frame, value, place, offset, at);
}
