// Structured code in its plainest form. Jumps to the next statement are dropped, and blocks that nothing leaves are
// opened. A block around a loop alone is the loop itself. Code after a choice that leaves is not nested in it.
// Analyses of the engines' programs know such forms: `while (1) { read; if (done) break; }`.

import type { Arm, Piece } from './pieces.js';

export function tidy(pieces: readonly Piece[]): readonly Piece[] {
  return tidyList(pieces, new Set(['end']));
}

/** The continuations at the end of a list: `leave L`, `again L` and `end` do nothing more there, for these names. */
type Ends = ReadonlySet<string>;

const nameOf = (piece: Piece): string | undefined => {
  switch (piece.kind) {
    case 'leave':
      return `leave ${piece.label}`;
    case 'again':
      return `again ${piece.label}`;
    case 'end':
      return 'end';
    default:
      return undefined;
  }
};

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
    case 'end':
      return ends.has(nameOf(piece) ?? '') ? [] : [piece];
    case 'loop':
      return [{ ...piece, body: tidyList(piece.body, new Set([`again ${piece.label}`])) }];
    case 'block': {
      const [only] = piece.body;
      if (piece.body.length === 1 && only?.kind === 'loop')
        return tidyPiece({ ...only, body: renamed(only.body, piece.label, only.label) }, ends);
      const body = tidyList(piece.body, new Set([...ends, `leave ${piece.label}`]));
      return leaves(body, piece.label) ? [{ ...piece, body }] : body;
    }
    case 'choice':
      return tidyChoice(
        piece,
        piece.arms.map(({ edges, body }) => ({ edges, body: tidyList(body, ends) })),
      );
  }
}

/** Of two arms of which one leaves, the other follows the choice. */
function tidyChoice(piece: Extract<Piece, { kind: 'choice' }>, arms: readonly Arm[]): readonly Piece[] {
  if (arms.every(({ body }) => body.length === 0)) return [];
  const staying = arms.filter(({ body }) => !alwaysLeaves(body));
  const other = staying[0] ?? arms.reduce((a, b) => (sizeOf(b.body) > sizeOf(a.body) ? b : a));
  if (staying.length > 1 || other.body.length === 0) return [{ ...piece, arms }];
  const rest = arms.map((arm) => (arm === other ? { ...arm, body: [] } : arm));
  return [{ ...piece, arms: rest }, ...other.body];
}

const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => {
    if (piece.kind === 'choice') return piece.arms.reduce((n, { body }) => n + sizeOf(body), sum + 1);
    return sum + 1 + ('body' in piece ? sizeOf(piece.body) : 0);
  }, 0);

/** Whether control never reaches the end. */
function alwaysLeaves(pieces: readonly Piece[]): boolean {
  const last = pieces.at(-1);
  if (last === undefined) return false;
  switch (last.kind) {
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
  pieces.some((piece) => {
    switch (piece.kind) {
      case 'leave':
        return piece.label === label;
      case 'choice':
        return piece.arms.some(({ body }) => leaves(body, label));
      case 'block':
      case 'loop':
        return leaves(piece.body, label);
      default:
        return false;
    }
  });

/** The same with another name for what is left. */
function renamed(pieces: readonly Piece[], from: string, to: string): readonly Piece[] {
  return pieces.map((piece): Piece => {
    switch (piece.kind) {
      case 'leave':
        return piece.label === from ? { ...piece, label: to } : piece;
      case 'choice':
        return { ...piece, arms: piece.arms.map((arm) => ({ ...arm, body: renamed(arm.body, from, to) })) };
      case 'block':
      case 'loop':
        return { ...piece, body: renamed(piece.body, from, to) };
      default:
        return piece;
    }
  });
}
