// The reads of functions that print, write or look for something by its name: a string up to its end, or so many bytes. The result of
// these reads has no use. So nothing is read where all possible targets of a pointer never change.

import { bytesOf, type ObjectShape } from '../../../../program/cells.js';
import { constant, type Expr, widthOf } from '../../../../program/expression.js';
import { toNumber, type Width } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import type { Value } from '../../typed.js';
import { type CType, charType, type ScalarCell, scalarsOf, sizeOf } from '../../types.js';
import { pointedTo } from '../../unconverted.js';
import { foldBinary, foldUnary, isFalse, resized, staticAddress, truth } from '../fold.js';
import type { Frame } from '../frame.js';
import { perhapsCut } from '../memory/anyValue.js';
import { further, loadScalar, sizeOfScalar } from '../memory/scalars.js';
import { lowerValue } from '../values.js';

/** Cells of an object up to which they are read one by one, at addresses that are known. */
const mostAlone = 64;

/** How many characters or objects are read at least before reading is given up. */
const leastRounds = 32;

export function lowerReads(frame: Frame, reads: BuiltinOf<'reads'>, at: SourceSpan): void {
  const { emitter, program } = frame;
  const { pointer, most } = reads;
  const address = emitter.keep(lowerValue(frame, pointer), at);
  const count = most === undefined ? undefined : emitter.keep(lowerValue(frame, most), at);
  const where = staticAddress(address);
  if (emitter.dead || (where !== undefined && program.stringAt(where.location) !== undefined)) return;
  if (most === undefined && program.views.isConstant(pointer)) {
    readNowhere(frame, address, constant(1), at);
    return;
  }
  if (program.views.isConstant(pointer)) return;
  const place = { address, grain: program.views.ofPointer(pointer) };
  if (reads.what === 'text') readText(frame, { ...place, count }, at);
  else if (count !== undefined) readBytes(frame, pointer, { ...place, count }, at);
}

/** Cell by cell, as the program has them. Behind a void pointer that is what is known to be there, or nothing. */
function readBytes(frame: Frame, pointer: Value, bytes: Bytes, at: SourceSpan): void {
  const of = pointedTo(pointer);
  const object = of === undefined ? objectAt(frame, bytes.address) : undefined;
  const type = of ?? frame.program.views.scalarAt(pointer);
  if (object !== undefined) readLocation(frame, bytes, object, at);
  else if (type !== undefined) readObjects(frame, bytes, type, at);
  else readNowhere(frame, bytes.address, bytes.count, at);
}

/** Where nothing is to be read nothing can be seen, but that it is nowhere. */
function readNowhere({ emitter }: Frame, address: Expr, count: Expr, at: SourceSpan): void {
  const isNull = foldBinary('==', address, constant(0, widthOf(address)));
  emitter.branch(
    foldBinary('&&', isNull, truth(count)),
    () => emitter.load(address, at, 8),
    () => {},
    at,
  );
}

type Grain = ReturnType<Frame['program']['views']['ofPointer']>;

interface Text {
  readonly address: Expr;
  readonly grain: Grain;
  /** A precision; a negative one is none. */
  readonly count: Expr | undefined;
}

function readText(frame: Frame, { address, grain, count }: Text, at: SourceSpan): void {
  const within = (index: Expr): Expr => {
    if (count === undefined) return constant(1);
    const none = foldBinary('<', count, constant(0, widthOf(count)));
    return foldBinary('||', none, foldBinary('<', resized(index, widthOf(count), true), count));
  };
  const isMore = (index: Expr): Expr =>
    loadScalar(frame, foldBinary('+', address, resized(index, widthOf(address), true)), charType, grain, at);
  const room = roomAt(frame, address);
  if (room !== undefined && room <= mostAlone) readAlone(frame, room, within, isMore, at);
  else readInLoop(frame, rounds(frame), within, isMore, at);
}

/** How many cells there are from a known address on, and one more, which is out of bounds. */
function roomAt({ program }: Frame, address: Expr): number | undefined {
  const where = staticAddress(address);
  const size = program.locations.find(({ name }) => name === where?.location)?.shape?.size;
  return where === undefined || size === undefined ? undefined : Math.max(size - where.offset, 0) + 1;
}

const rounds = ({ program }: Frame): number => Math.max(program.options.unroll, leastRounds);

function readAlone(
  { emitter }: Frame,
  room: number,
  within: (index: Expr) => Expr,
  isMore: (index: Expr) => Expr,
  at: SourceSpan,
): void {
  emitter.block(
    'text',
    (end) => {
      const unless = (holds: Expr): void =>
        emitter.branch(
          foldUnary('!', holds),
          () => emitter.break(end, at),
          () => {},
          at,
        );
      for (let i = 0; i < room && !emitter.dead; i++) {
        unless(within(constant(i)));
        if (!emitter.dead) unless(isMore(constant(i)));
      }
    },
    at,
  );
}

/** As far as the bound goes; what is beyond it may be left, but the answer says then that there was a bound. */
function readInLoop(
  frame: Frame,
  bound: number,
  within: (index: Expr) => Expr,
  isMore: (index: Expr) => Expr,
  at: SourceSpan,
): void {
  const { emitter } = frame;
  if (isFalse(within(constant(0)))) return;
  const [index, goesOn] = [emitter.temporary(), emitter.temporary()];
  emitter.assign(index, constant(0), at);
  emitter.assign(goesOn, constant(1), at);
  emitter.forget([index, goesOn]);
  const here = emitter.register(index);
  const inBound = foldBinary('<', here, constant(bound));
  const asked = within(here);
  const condition = foldBinary('&&', foldBinary('&&', emitter.register(goesOn), inBound), asked);
  emitter.loop({ name: 'text', condition, bound, at }, () => {
    const more = isMore(here);
    emitter.assign(goesOn, foldBinary('!=', more, constant(0, widthOf(more))), at);
    emitter.assign(index, foldBinary('+', here, constant(1)), at);
  });
  const beyond = foldBinary('&&', foldBinary('&&', emitter.register(goesOn), asked), foldUnary('!', inBound));
  emitter.branch(
    beyond,
    () => perhapsCut(emitter, at),
    () => {},
    at,
  );
}

interface Bytes {
  readonly address: Expr;
  readonly grain: Grain;
  readonly count: Expr;
}

/** The object at a known address, and the offset of the address in it. */
function objectAt(
  { program }: Frame,
  address: Expr,
): { readonly shape: ObjectShape; readonly from: number } | undefined {
  const where = staticAddress(address);
  const shape = program.locations.find(({ name }) => name === where?.location)?.shape;
  if (where === undefined || shape === undefined || shape.cells.length > mostAlone) return undefined;
  return { shape, from: where.offset };
}

/** Reads the cells in these bytes. A read of more bytes than there are touches the byte behind the last. */
function readLocation(
  { emitter }: Frame,
  { address, count }: Bytes,
  { shape, from }: { readonly shape: ObjectShape; readonly from: number },
  at: SourceSpan,
): void {
  const when = (offset: number, width: Width): void =>
    emitter.branch(
      foldBinary('>=u', count, constant(offset + bytesOf(width), widthOf(count))),
      () => emitter.load(further(address, offset), at, width, 'unchecked'),
      () => {},
      at,
    );
  for (const { offset, width } of shape.cells) if (offset >= from) when(offset - from, width);
  when(Math.max(shape.size - from, 0), 8);
}

function readObjects(frame: Frame, { address, grain, count }: Bytes, of: CType, at: SourceSpan): void {
  const size = sizeOf(of) ?? 0;
  if (size === 0) return;
  const cells = scalarsOf(of);
  const read = (from: Expr, { offset, type }: ScalarCell): void => {
    loadScalar(frame, further(from, offset), type, grain, at, 'unchecked');
  };
  const bytes = count.kind === 'const' ? toNumber(count.value) : undefined;
  const objects = bytes === undefined ? undefined : Math.ceil(bytes / size);
  if (bytes !== undefined && objects !== undefined && objects * cells.length <= mostAlone) {
    for (let i = 0; i < objects; i++)
      for (const cell of cells)
        if (i * size + cell.offset + sizeOfScalar(cell.type) <= bytes) read(further(address, i * size), cell);
    return;
  }
  const number = foldBinary('/u', resized(count, 32, true), constant(size));
  readInLoop(
    frame,
    rounds(frame),
    (index) => foldBinary('<u', index, number),
    (index) => {
      const start = foldBinary('*', index, constant(size));
      const from = frame.emitter.keep(foldBinary('+', address, resized(start, widthOf(address), true)), at);
      for (const cell of cells) read(from, cell);
      return constant(1);
    },
    at,
  );
}
