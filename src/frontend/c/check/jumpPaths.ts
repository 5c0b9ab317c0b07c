// Where labels are and which jumps go into statements from outside.

import { typeError } from '../diagnostics.js';
import type { TypedStatement } from '../typed.js';

type Items = readonly TypedStatement[];
export type Jump = Extract<TypedStatement, { kind: 'goto' }>;

const block = (s: TypedStatement): TypedStatement =>
  s.kind === 'block' ? s : { kind: 'block', items: [s], at: s.at };

/** The same statements with a list wherever a statement can stand. */
export function withBlocks(items: Items): Items {
  return items.map((s): TypedStatement => {
    switch (s.kind) {
      case 'block':
      case 'switch':
        return { ...s, items: withBlocks(s.items) };
      case 'if': {
        const [whenTrue] = withBlocks([block(s.whenTrue)]);
        if (s.whenFalse === undefined) return { ...s, whenTrue };
        return { ...s, whenTrue, whenFalse: withBlocks([block(s.whenFalse)])[0] };
      }
      case 'loop':
        return { ...s, body: withBlocks([block(s.body)])[0] };
      default:
        return s;
    }
  });
}

/** Each list replaced by what `change` makes of it, the inner ones after the outer; `owner` is the statement it belongs to. */
export function mapLists(
  items: Items,
  change: (list: Items, owner: TypedStatement | undefined) => Items,
  owner?: TypedStatement,
): Items {
  return change(items, owner).map((s): TypedStatement => {
    switch (s.kind) {
      case 'block':
      case 'switch':
        return { ...s, items: mapLists(s.items, change, s) };
      case 'if': {
        const whenTrue = inBlock(s.whenTrue, change);
        return s.whenFalse === undefined
          ? { ...s, whenTrue }
          : { ...s, whenTrue, whenFalse: inBlock(s.whenFalse, change) };
      }
      case 'loop':
        return { ...s, body: inBlock(s.body, change) };
      default:
        return s;
    }
  });
}

function inBlock(
  s: TypedStatement,
  change: (list: Items, owner: TypedStatement | undefined) => Items,
): TypedStatement {
  return s.kind === 'block' ? { ...s, items: mapLists(s.items, change, s) } : s;
}

export const partsOf = (s: TypedStatement): Items[] => {
  switch (s.kind) {
    case 'block':
    case 'switch':
      return [s.items];
    case 'if':
      return s.whenFalse === undefined ? [[s.whenTrue]] : [[s.whenTrue], [s.whenFalse]];
    case 'loop':
      return [[s.body]];
    default:
      return [];
  }
};

export function jumpsIn(items: Items): Jump[] {
  return items.flatMap((s) => (s.kind === 'goto' ? [s] : partsOf(s).flatMap(jumpsIn)));
}

export function labelsOf(items: Items, found = new Set<string>()): ReadonlySet<string> {
  for (const s of items) {
    if (s.kind === 'label') {
      if (found.has(s.name)) typeError(`there are two labels ${s.name}`, s.at);
      found.add(s.name);
    }
    for (const part of partsOf(s)) labelsOf(part, found);
  }
  return found;
}

export const isLabelled = (s: TypedStatement, label: string): boolean =>
  (s.kind === 'label' && s.name === label) ||
  partsOf(s).some((part) => part.some((item) => isLabelled(item, label)));

interface Entry {
  /** The statement that is jumped into, in the innermost list that holds the jump too. */
  readonly item: TypedStatement;
  /** All jumps from that list to the label. */
  readonly jumps: ReadonlySet<TypedStatement>;
}

/** How the jump goes into a statement; undefined if it goes to a label of a list around it. */
export function pathTo(items: Items, jump: Jump): Entry | undefined {
  const index = items.findIndex((s) => isLabelled(s, jump.label));
  const item = items[index];
  if (item === undefined || item.kind === 'label') return undefined;
  for (const part of partsOf(item))
    if (part.some((s) => isLabelled(s, jump.label)) && jumpsIn(part).includes(jump))
      return pathTo(part, jump);
  const own = new Set(
    partsOf(item)
      .filter((part) => part.some((s) => isLabelled(s, jump.label)))
      .flatMap(jumpsIn),
  );
  const jumps = jumpsIn(items).filter((other) => other.label === jump.label && !own.has(other));
  return { item, jumps: new Set(jumps) };
}
