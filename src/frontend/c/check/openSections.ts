// Atomic sections that a function leaves open. A function that only begins or ends a section (`void lock(void) {
// atomic_begin(); }`) is replaced by its statements at the call. A thread that ends in a section ends the section:
// before each `return` of its start function. A jump out of a section becomes a copy of the code at its label, if
// that is the rest of the function. atomicSections.ts treats the others.

import type { FunctionSymbol, TypedStatement, Value } from '../typed.js';
import { isScalar, voidType } from '../types.js';
import { newLocal } from './declarations.js';
import { mapLists, partsOf } from './jumpPaths.js';
import { loadOf, set, whole } from './synthetic.js';

type Items = readonly TypedStatement[];

const isAtomic = (s: TypedStatement, op: 'atomic-begin' | 'atomic-end'): boolean =>
  s.kind === 'expression' && s.value.kind === 'builtin' && s.value.builtin.op === op;

const has = (items: Items, sought: (s: TypedStatement) => boolean): boolean =>
  items.some((s) => sought(s) || partsOf(s).some((part) => has(part, sought)));

const doing = (op: 'atomic-end' | 'ends-thread', at: TypedStatement['at']): TypedStatement => ({
  kind: 'expression',
  value: { kind: 'builtin', builtin: { op }, type: voidType, at },
  at,
});

export function closed(body: Items, symbol: FunctionSymbol): Items {
  const expanded = withCallees(body);
  if (!has(expanded, (s) => isAtomic(s, 'atomic-begin'))) return expanded;
  return new Walk(expanded, startsThreads(symbol)).closed() ?? expanded;
}

/** `void *f(void *p)` and `int f(void *p)`. */
function startsThreads({ name, type }: FunctionSymbol): boolean {
  if (name === 'main') return true;
  const [parameter] = type.parameters;
  if (type.parameters.length !== 1 || parameter.kind !== 'pointer') return false;
  if (type.result.kind === 'pointer') return type.result.to.kind === 'void';
  return type.result.kind === 'integer' && parameter.to.kind === 'void';
}

const withCallees = (body: Items): Items => mapLists(body, (list) => list.flatMap((s) => calleeOf(s) ?? [s]));

/** The statements of a function that only begins or ends a section, in place of a call. */
function calleeOf(s: TypedStatement): Items | undefined {
  if (s.kind !== 'expression' || s.value.kind !== 'call' || s.value.callee.kind !== 'function')
    return undefined;
  const { args, callee } = s.value;
  const { definition } = callee.function;
  if (definition === undefined || definition.parameters.length !== args.length) return undefined;
  const { body, parameters } = definition;
  const last = body.at(-1);
  const items = last?.kind === 'return' ? body.slice(0, -1) : body;
  if (isBalanced(body) || has(items, ({ kind }) => kind === 'return' || kind === 'label' || kind === 'defer'))
    return undefined;
  return [
    ...parameters.map(
      (variable, i): TypedStatement => ({
        kind: 'declare',
        variable,
        initialiser: whole(variable.type, args[i]),
        at: s.at,
      }),
    ),
    ...items,
    ...(last?.kind === 'return' && last.value !== undefined
      ? [{ kind: 'expression', value: last.value, at: last.at } as const]
      : []),
  ];
}

function isBalanced(body: Items): boolean {
  let open = false;
  for (const s of body) {
    if (isAtomic(s, 'atomic-begin')) open = true;
    if (!isAtomic(s, 'atomic-end')) continue;
    if (!open) return false;
    open = false;
  }
  return !open;
}

/** Whether a section is open behind some statements; `never`: control does not get there. */
type State = 'open' | 'closed' | 'never';

interface Around {
  /** Labels of the section. */
  readonly inner: ReadonlySet<string>;
  /** The state in which the surrounding loop was entered. */
  readonly loop: State;
}

/** No section of the function is understood. */
class Unclear extends Error {}

class Walk {
  readonly #kept: TypedStatement[] = [];
  #changed = false;

  constructor(
    readonly body: Items,
    readonly endsThread: boolean,
  ) {}

  /** The body with what it lacks; undefined if that is nothing, or not known. */
  closed(): Items | undefined {
    try {
      const { items, state } = this.#list(this.body, 'closed', { inner: new Set(), loop: 'closed' });
      const at = items.at(-1)?.at;
      const end = state === 'open' && this.endsThread && at !== undefined ? this.#end(at) : [];
      return this.#changed ? [...this.#kept, ...items, ...end] : undefined;
    } catch (error) {
      if (error instanceof Unclear) return undefined;
      throw error;
    }
  }

  #end(at: TypedStatement['at']): Items {
    if (!this.endsThread) throw new Unclear();
    this.#changed = true;
    return [doing('atomic-end', at), doing('ends-thread', at)];
  }

  #list(list: Items, before: State, around: Around): { items: Items; state: State } {
    let state = before;
    let { inner } = around;
    const items = list.flatMap((s, i): Items => {
      if (isAtomic(s, 'atomic-begin')) {
        if (state === 'open') throw new Unclear();
        state = 'open';
        const length = list.slice(i).findIndex((other) => isAtomic(other, 'atomic-end'));
        const own = length < 0 ? [] : list.slice(i, i + length);
        inner = new Set(own.flatMap((other) => (other.kind === 'label' ? [other.name] : [])));
        return [s];
      }
      if (isAtomic(s, 'atomic-end')) {
        state = state === 'never' ? state : 'closed';
        return [s];
      }
      if (state === 'open' && before === 'open' && list.slice(i).some(endsBranch)) {
        const hoisted = this.#hoisted(s);
        if (hoisted !== undefined) return hoisted;
      }
      const after = this.#statement(s, state, { ...around, inner });
      state = after.state;
      return after.items;
    });
    return { items, state };
  }

  /** A variable of a branch that ends the section is also there behind the section. */
  #hoisted(s: TypedStatement): Items | undefined {
    if (s.kind !== 'declare' || s.initialiser === undefined || !isScalar(s.variable.type)) return undefined;
    const { variable, initialiser, at } = s;
    const [part, ...others] = initialiser.parts;
    if (part === undefined || others.length > 0 || part.bitField !== undefined || variable.addressed)
      return undefined;
    this.#changed = true;
    this.#kept.push({ kind: 'declare', variable, at });
    variable.assigned = true;
    return [set(variable, part.value, at)];
  }

  #statement(s: TypedStatement, before: State, around: Around): { items: Items; state: State } {
    const same = { items: [s], state: before };
    const isOpen = before === 'open';
    switch (s.kind) {
      case 'label':
        // from wherever it is jumped to: no section is open there, or it is one of an open section
        return before === 'never' ? { items: [s], state: 'closed' } : same;
      case 'return':
        return { items: isOpen ? this.#return(s) : [s], state: 'never' };
      case 'goto':
        if (!isOpen || around.inner.has(s.label)) return { items: [s], state: 'never' };
        return { items: this.#tail(s, around), state: 'never' };
      case 'break':
      case 'continue':
        if (before !== 'never' && before !== around.loop) throw new Unclear();
        return { items: [s], state: 'never' };
      case 'block': {
        const { items, state } = this.#list(s.items, before, around);
        return { items: [{ ...s, items }], state };
      }
      case 'if': {
        const [whenTrue, whenFalse] = [s.whenTrue, s.whenFalse].map((part) =>
          part === undefined ? undefined : this.#list([part], before, around),
        );
        const asOne = ({ items }: { items: Items }, { at }: TypedStatement): TypedStatement =>
          items.length === 1 ? items[0] : { kind: 'block', items, at };
        const state = meet(whenTrue?.state ?? before, whenFalse?.state ?? before);
        if (whenTrue === undefined) throw new Unclear();
        const first = { ...s, whenTrue: asOne(whenTrue, s.whenTrue) };
        if (whenFalse === undefined || s.whenFalse === undefined) return { items: [first], state };
        return { items: [{ ...first, whenFalse: asOne(whenFalse, s.whenFalse) }], state };
      }
      case 'loop': {
        const { items, state } = this.#list([s.body], before, { ...around, loop: before });
        if (state !== 'never' && state !== before) throw new Unclear();
        const body: TypedStatement = items.length === 1 ? items[0] : { kind: 'block', items, at: s.at };
        return { items: [{ ...s, body }], state: before };
      }
      case 'switch':
        if (has(s.items, (inside) => changes(inside) || (isOpen && leaves(inside)))) throw new Unclear();
        return same;
      default:
        return same;
    }
  }

  /** The value is that of the section. */
  #return(s: Extract<TypedStatement, { kind: 'return' }>): Items {
    const { value, at } = s;
    const end = this.#end(at);
    if (value === undefined || isOwn(value)) return [...end, s];
    const kept = newLocal('result', value.type, at);
    kept.assigned = true;
    this.#kept.push({ kind: 'declare', variable: kept, at });
    return [set(kept, value, at), ...end, { ...s, value: loadOf(kept, at) }];
  }

  #tail({ label, at }: Extract<TypedStatement, { kind: 'goto' }>, around: Around): Items {
    const start = this.body.findIndex((s) => s.kind === 'label' && s.name === label);
    const rest = this.body.slice(start + 1);
    const isRest = start >= 0 && rest.length <= mostCopied && rest.at(-1)?.kind === 'return';
    if (!isRest || has(rest, isFixed)) throw new Unclear();
    this.#changed = true;
    return [{ kind: 'block', items: this.#list(rest, 'open', { ...around, loop: 'open' }).items, at }];
  }
}

/** Statements that are copied in place of a jump. */
const mostCopied = 16;

const isFixed = ({ kind }: TypedStatement): boolean =>
  kind === 'label' || kind === 'goto' || kind === 'declare';

const endsBranch = (s: TypedStatement): boolean => isAtomic(s, 'atomic-end') || s.kind === 'return';

const changes = (s: TypedStatement): boolean => isAtomic(s, 'atomic-begin') || isAtomic(s, 'atomic-end');
const leaves = ({ kind }: TypedStatement): boolean => kind === 'return' || kind === 'goto';

function meet(a: State, b: State): State {
  if (a === 'never') return b;
  if (b === 'never' || a === b) return a;
  throw new Unclear();
}

/** Whether no other thread changes the value. */
function isOwn(value: Value): boolean {
  switch (value.kind) {
    case 'const':
    case 'function':
      return true;
    case 'convert':
      return isOwn(value.operand);
    case 'load': {
      const { place } = value;
      return place.kind === 'variable' && place.variable.storage === 'local' && !place.variable.addressed;
    }
    default:
      return false;
  }
}
