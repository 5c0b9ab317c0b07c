// The lists of statements around the one that is emitted: their variables end, and their deferred calls are made, where control leaves
// them.

import { casesIn, partsOf } from '../check/labels.js';
import type { LoopStatement, TypedStatement, Value, Variable } from '../typed.js';

type Items = readonly TypedStatement[];

/** A list of statements, or a loop, which is the scope of the variables of its first part. */
type Owner = Items | LoopStatement;

/** A call that is made where control leaves a list, or a variable that ends there, or the block that an array of computed length is. */
export type Deferred =
  | { readonly value: Value }
  | { readonly ends: Variable }
  /** `stays`: only where control goes back before its declaration. */
  | { readonly leaves: Variable; readonly stays: boolean };

interface Scope {
  readonly owner: Owner;
  /** Whether control comes into the list only at its beginning, and the function goes on behind it. */
  readonly isTimed: boolean;
  /** The statement of the list that is emitted. */
  current: number;
  /** The calls and ends where control leaves the list, the last one first; each with the statement that asks for it. */
  readonly deferred: { readonly what: Deferred; readonly from: number }[];
}

/** A list around a label, and the statement of it that the label is, or is in. */
interface Around {
  readonly owner: Owner;
  readonly index: number;
}

/** Where break and continue lead, and how many scopes are open there. */
interface Target {
  readonly label: string;
  readonly depth: number;
}

/** How many scopes and targets there are. */
type Depths = readonly [open: number, breaks: number, continues: number];

export class Scopes {
  readonly #open: Scope[] = [];
  readonly #breaks: Target[] = [];
  readonly #continues: Target[] = [];
  /** The lists around each label of the program, outermost first. */
  #labels: ReadonlyMap<string, readonly Around[]> = new Map();

  /** Before the body of the function. */
  setLabels(body: Items): void {
    this.#labels = labelsIn(body);
  }

  open(owner: Owner): void {
    const isTimed = this.#open.length > 0 && !isEntered(owner);
    this.#open.push({ owner, isTimed, current: 0, deferred: [] });
  }

  /** The next statement of the innermost list. */
  next(index: number): void {
    const scope = this.#open.at(-1);
    if (scope !== undefined) scope.current = index;
  }

  close(): void {
    this.#open.pop();
  }

  get depths(): Depths {
    return [this.#open.length, this.#breaks.length, this.#continues.length];
  }

  /** Leaves scopes that were entered since. */
  restore([open, breaks, continues]: Depths): void {
    this.#open.length = open;
    this.#breaks.length = breaks;
    this.#continues.length = continues;
  }

  /** How many lists are open. */
  get depth(): number {
    return this.#open.length;
  }

  defer(what: Deferred): void {
    const scope = this.#open.at(-1);
    scope?.deferred.push({ what, from: scope.current });
  }

  /** Whether the variables of the innermost list live shorter than the call. */
  get isTimed(): boolean {
    return this.#open.at(-1)?.isTimed === true;
  }

  /** Whether it is known already that the variable ends with the innermost list. */
  ends(variable: Variable): boolean {
    const deferred = this.#open.at(-1)?.deferred ?? [];
    return deferred.some(({ what }) => 'ends' in what && what.ends === variable);
  }

  /** Whether control may come here again in the same call. */
  get mayRepeat(): boolean {
    return this.#continues.length > 0 || this.#labels.size > 0;
  }

  enter(breaks: string | undefined, continues: string | undefined): void {
    const depth = this.#open.length;
    this.#breaks.push(
      breaks === undefined ? (this.#breaks.at(-1) ?? { label: '', depth }) : { label: breaks, depth },
    );
    this.#continues.push(
      continues === undefined
        ? (this.#continues.at(-1) ?? { label: '', depth })
        : { label: continues, depth },
    );
  }

  leave(): void {
    this.#breaks.pop();
    this.#continues.pop();
  }

  get breaks(): Target | undefined {
    return this.#breaks.at(-1);
  }

  get continues(): Target | undefined {
    return this.#continues.at(-1);
  }

  /** The calls that are made where control leaves all scopes but `depth`, in their order. */
  left(depth: number): Deferred[] {
    return this.#open
      .slice(depth)
      .reverse()
      .flatMap(({ deferred }) => deferred.map(({ what }) => what).reverse())
      .filter((what) => !('stays' in what && what.stays));
  }

  /** Those that are made on the way to a label. Variables that are declared behind it end, too, where control goes back to it. */
  leftFor(label: string): Deferred[] {
    const around = this.#labels.get(label) ?? [];
    const other = this.#open.findIndex(({ owner }, i) => around[i]?.owner !== owner);
    const depth = other < 0 ? this.#open.length : other;
    const shared = depth === 0 ? undefined : this.#open[depth - 1];
    const index = around[depth - 1]?.index ?? 0;
    const behind = shared?.deferred.filter(({ from }) => from > index) ?? [];
    return [...this.left(depth), ...behind.map(({ what }) => what).reverse()];
  }
}

function labelsIn(body: Items): Map<string, readonly Around[]> {
  const found = new Map<string, readonly Around[]>();
  const list = (items: Items, around: readonly Around[]): void =>
    items.forEach((s, index) => {
      one(s, [...around, { owner: items, index }]);
    });
  const one = (s: TypedStatement, around: readonly Around[]): void => {
    if (s.kind === 'label') found.set(s.name, around);
    else if (s.kind === 'block' || s.kind === 'switch') list(s.items, around);
    else {
      const inside = s.kind === 'loop' ? [...around, { owner: s, index: 0 }] : around;
      for (const part of partsOf(s)) one(part, inside);
    }
  };
  list(body, []);
  return found;
}

/** Whether control may come into the middle of a list, to a label or a case. */
export const isEntered = (owner: Owner): boolean => {
  const items = 'kind' in owner ? [owner.body] : owner;
  return labelsIn(items).size > 0 || casesIn(items).length > 0;
};
