// Structured code in its plainest form. Jumps to the next statement are dropped, and blocks that nothing leaves are
// opened. A block around a loop alone is the loop itself. Code after a choice that leaves is not nested in it.
// Analyses of the engines' programs know such forms: `while (1) { read; if (done) break; }`.

import type { Arm, Piece } from './pieces.js';

export const tidy = (pieces: readonly Piece[]): readonly Piece[] => tidyList(pieces, new Set(['end']));

/** The continuations at the end of a list: `leave L`, `again L` and `end` do nothing more there, for these names. */
type Ends = ReadonlySet<string>;

const nothing: Ends = new Set();

function tidyList(pieces: readonly Piece[], ends: Ends): Piece[] {
  const out: Piece[] = [];
  for (const [i, piece] of pieces.entries()) {
    const isLast = i === pieces.length - 1;
    for (const part of tidyPiece(piece, isLast ? ends : nothing)) {
      out.push(part);
      // Code after a jump is never reached.
      if (alwaysLeaves([part])) return out;
    }
  }
  return out;
}

function tidyPiece(piece: Piece, ends: Ends): readonly Piece[] {
  switch (piece.kind) {
    case 'code':
      return [piece];
    case 'leave':
    case 'again':
      return ends.has(`${piece.kind} ${piece.label}`) ? [] : [piece];
    case 'end':
      return ends.has(piece.kind) ? [] : [piece];
    case 'loop':
      return [{ ...piece, body: tidyList(piece.body, new Set([`again ${piece.label}`])) }];
    case 'block': {
      const [only] = piece.body;
      if (piece.body.length === 1 && only?.kind === 'loop')
        return tidyPiece({ ...only, body: leavingAs(only.body, piece.label, only.label) }, ends);
      const body = tidyList(piece.body, new Set([...ends, `leave ${piece.label}`]));
      return leaves(body, piece.label) ? [{ ...piece, body }] : body;
    }
    case 'choice': {
      const arms = piece.arms.map((arm): Arm => ({ ...arm, body: tidyList(arm.body, ends) }));
      return tidyChoice({ ...piece, arms });
    }
  }
}

/** Of two arms of which one leaves, the other follows the choice. */
function tidyChoice(piece: Extract<Piece, { kind: 'choice' }>): readonly Piece[] {
  const { arms } = piece;
  if (arms.every(({ body }) => body.length === 0)) return [];
  const staying = arms.filter(({ body }) => !alwaysLeaves(body));
  const other = staying[0] ?? arms.reduce((a, b) => (sizeOf(b.body) > sizeOf(a.body) ? b : a));
  if (staying.length > 1 || other.body.length === 0) return [piece];
  const rest = arms.map((arm) => (arm === other ? { ...arm, body: [] } : arm));
  return [{ ...piece, arms: rest }, ...other.body];
}

/** The lists inside a piece. */
function listsIn(piece: Piece): readonly (readonly Piece[])[] {
  if (piece.kind === 'choice') return piece.arms.map(({ body }) => body);
  return piece.kind === 'block' || piece.kind === 'loop' ? [piece.body] : [];
}

const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + 1 + sizeOf(listsIn(piece).flat()), 0);

/** Whether control never reaches the end. */
function alwaysLeaves(pieces: readonly Piece[]): boolean {
  const last = pieces.at(-1);
  switch (last?.kind) {
    case undefined:
    case 'code':
      return false;
    case 'leave':
    case 'again':
    case 'end':
      return true;
    case 'choice':
      return last.arms.every(({ body }) => alwaysLeaves(body));
    case 'block':
      return alwaysLeaves(last.body) && !leaves(last.body, last.label);
    case 'loop':
      return !leaves(last.body, last.label);
  }
}

const leaves = (pieces: readonly Piece[], label: string): boolean =>
  pieces.some((piece) =>
    piece.kind === 'leave' ? piece.label === label : listsIn(piece).some((list) => leaves(list, label)),
  );

/** The same with another name for what is left. */
function leavingAs(pieces: readonly Piece[], from: string, to: string): readonly Piece[] {
  return pieces.map((piece): Piece => {
    switch (piece.kind) {
      case 'leave':
        return piece.label === from ? { ...piece, label: to } : piece;
      case 'choice':
        return { ...piece, arms: piece.arms.map((arm) => ({ ...arm, body: leavingAs(arm.body, from, to) })) };
      case 'block':
      case 'loop':
        return { ...piece, body: leavingAs(piece.body, from, to) };
      default:
        return piece;
    }
  });
}
