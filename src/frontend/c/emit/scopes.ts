// The lists of statements around the one that is emitted: their variables end, and their deferred calls are made, where control leaves
// them. A variable of the whole function lives as long as the call: passes know that. One of a block that control enters in its middle is
// taken for such a one.

import { casesIn, partsOf } from '../check/labels.js';
import type { LoopStatement, TypedStatement, Value, Variable } from '../typed.js';
import type { FunctionEmitter } from './function.js';
import { emitEffect } from './values.js';

type Items = readonly TypedStatement[];

/** A list of statements, or a loop, which is the scope of the variables of its first part. */
type Owner = Items | LoopStatement;

/** A call that is made where control leaves a list, or a variable that ends there, or the block that an array of computed length is. */
type Deferred =
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

/** Where break or continue leads, and how many scopes are open there. */
interface Target {
  readonly label: string;
  readonly depth: number;
}

export class Scopes {
  readonly #open: Scope[] = [];
  readonly #targets: { readonly break: Target; readonly continue: Target | undefined }[] = [];
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

  /** How many lists are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** Yields what leaves the scopes and targets that are entered from now on. */
  mark(): () => void {
    const [open, targets] = [this.#open.length, this.#targets.length];
    return () => {
      this.#open.length = open;
      this.#targets.length = targets;
    };
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
    return this.#targets.length > 0 || this.#labels.size > 0;
  }

  /** Without a label of its own for continue, a statement leaves it that of the loop around it. */
  enter(breaks: string, continues?: string): void {
    const depth = this.#open.length;
    this.#targets.push({
      break: { label: breaks, depth },
      continue: continues === undefined ? this.target('continue') : { label: continues, depth },
    });
  }

  leave(): void {
    this.#targets.pop();
  }

  target(of: 'break' | 'continue'): Target | undefined {
    return this.#targets.at(-1)?.[of];
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

/** The variable begins to exist, without a value. It ends with its block; if nothing points to it, nothing sees that. */
export function beginLife(f: FunctionEmitter, variable: Variable): void {
  f.push({ kind: 'life', object: f.variable(variable), phase: 'begins' });
  if (variable.addressed && !f.scopes.ends(variable)) f.scopes.defer({ ends: variable });
}

/** Emits the calls and the ends of variables where control leaves blocks, in their order. */
export function leave(f: FunctionEmitter, deferred: readonly Deferred[]): void {
  for (const one of deferred)
    if ('value' in one) emitEffect(f, one.value);
    else if ('leaves' in one) f.intrinsic('leave', [f.load(f.variable(one.leaves), 'ptr')]);
    else f.push({ kind: 'life', object: f.variable(one.ends), phase: 'ends' });
}
