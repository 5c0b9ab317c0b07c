// goto into blocks, branches, loops and switches, and cases inside other statements of their switch, said by jumps that lowering
// knows: to a label of the list one is in or of one around it (Erosa and Hendren, Taming Control Flow, ICCL 1994: inward
// movement). A flag says where the jump goes; each statement on the way in looks at it first.

import { typeError, unsupported } from '../diagnostics.js';
import type { LoopStatement, TypedStatement, Value, Variable } from '../typed.js';
import { intType } from '../types.js';
import { constantOf } from './conversions.js';
import { newLocal } from './declarations.js';
import { isLabelled, type Jump, jumpsIn, labelsOf, mapLists, pathTo, withBlocks } from './jumpPaths.js';
import { either, loadOf, matches, not, set, whole } from './synthetic.js';

type Items = readonly TypedStatement[];
type Case = Extract<TypedStatement, { kind: 'case' | 'default' }>;
type Switch = Extract<TypedStatement, { kind: 'switch' }>;

/** The cases of a switch, wherever they stand in it, but not those of switches inside. */
export function casesIn(items: Items): Case[] {
  return items.flatMap((s): Case[] => {
    switch (s.kind) {
      case 'case':
      case 'default':
        return [s];
      case 'block':
        return casesIn(s.items);
      case 'if':
        return casesIn([s.whenTrue, ...(s.whenFalse === undefined ? [] : [s.whenFalse])]);
      case 'loop':
        return casesIn([s.body]);
      default:
        return [];
    }
  });
}

/** More than any program has: each round removes the jumps into one statement. */
const roundLimit = 1000;

/** The body itself, if every jump has its label. */
export function withKnownLabels(body: Items, isInner: boolean): Items {
  const labels = labelsOf(body);
  for (const { label, at } of jumpsIn(body))
    if (!labels.has(label) && isInner) unsupported('a jump out of a function inside another', at);
    else if (!labels.has(label)) typeError(`there is no label ${label}`, at);
  return body;
}

/** The body of a function with jumps that only leave statements. `isInner`: it is inside another. */
export function structured(given: Items, isInner = false): Items {
  const body = withKnownLabels(given, isInner);
  const labels = labelsOf(body);
  if (labels.size === 0 && !hasInnerCases(body)) return body;
  const rewriter = new Rewriter();
  let items = rewriter.flattenSwitches(withBlocks(body));
  if (hasInnerCases(body)) refuseDeferred(body);
  for (let round = 0; round < roundLimit; round++) {
    const next = rewriter.step(items);
    if (next === undefined) break;
    refuseDeferred(body);
    items = next;
  }
  return [...rewriter.flags(), ...items];
}

/** Whether it is deferred may depend on where the jump came from. */
function refuseDeferred(items: Items): void {
  mapLists(withBlocks(items), (list) => {
    const deferred = list.find(({ kind }) => kind === 'defer');
    if (deferred !== undefined)
      unsupported('the attribute cleanup in a function with jumps into blocks', deferred.at);
    return list;
  });
}

function hasInnerCases(items: Items): boolean {
  let found = false;
  mapLists(withBlocks(items), (list, owner) => {
    found ||= owner?.kind === 'switch' && needsFlattening(owner);
    return list;
  });
  return found;
}

/** A case stands in another statement, or a label is jumped to from behind a case that follows it. */
function needsFlattening({ items }: Switch): boolean {
  if (items.some((s) => s.kind !== 'case' && s.kind !== 'default' && casesIn([s]).length > 0)) return true;
  return items.some((s, i) => {
    if (s.kind !== 'label') return false;
    const last = lastJump(items, s.name);
    return items.some(
      (other, k) => k > i && k <= last && (other.kind === 'case' || other.kind === 'default'),
    );
  });
}

/** The last item that jumps to the label; -1: none. */
const lastJump = (items: Items, label: string): number =>
  items.findLastIndex((item) => jumpsIn([item]).some((jump) => jump.label === label));

const firstJump = (items: Items, label: string): number =>
  items.findIndex((item) => jumpsIn([item]).some((jump) => jump.label === label));

class Rewriter {
  readonly #flags = new Map<string, Variable>();
  #labels = 0;

  flags(): TypedStatement[] {
    return [...this.#flags.values()].map((variable) => ({
      kind: 'declare',
      variable,
      initialiser: whole(intType, constantOf(0, variable.at)),
      at: variable.at,
    }));
  }

  #flag({ label, at }: Jump): Variable {
    let flag = this.#flags.get(label);
    if (flag === undefined) {
      flag = newLocal(`goto ${label}`, intType, at);
      flag.assigned = true;
      this.#flags.set(label, flag);
    }
    return flag;
  }

  #fresh(label: string): string {
    return `${label}@${++this.#labels}`;
  }

  flattenSwitches(items: Items): Items {
    return mapLists(items, (list) =>
      list.map((s) => (s.kind === 'switch' && needsFlattening(s) ? this.#flatten(s) : s)),
    );
  }

  /** A switch whose cases are labels: `default` of a switch without other cases is where it decides. */
  #flatten(s: Switch, flag?: Variable): TypedStatement {
    const { at } = s;
    const value = newLocal('switch', s.value.type, at);
    value.assigned = true;
    const targets = new Map<Case, string>();
    for (const item of casesIn(s.items)) targets.set(item, this.#fresh('case'));
    const name = (item: TypedStatement): TypedStatement => {
      const label = item.kind === 'case' || item.kind === 'default' ? targets.get(item) : undefined;
      return label === undefined ? item : { kind: 'label', name: label, at: item.at };
    };
    const dispatch: TypedStatement[] = [];
    let otherwise: TypedStatement = { kind: 'break', at };
    for (const [item, label] of targets) {
      const jump: TypedStatement = { kind: 'goto', label, at: item.at };
      if (item.kind === 'default') otherwise = jump;
      else
        dispatch.push({
          kind: 'if',
          condition: matches(loadOf(value, at), item.low, item.high),
          whenTrue: { kind: 'block', items: [jump], at: item.at },
          at: item.at,
        });
    }
    const body = mapLists(s.items, (list) => list.map(name));
    const chosen: TypedStatement = {
      kind: 'switch',
      value: constantOf(0, at),
      items: [{ kind: 'default', at }, ...dispatch, otherwise, ...body],
      at,
    };
    const first: TypedStatement[] =
      flag === undefined
        ? [{ kind: 'declare', variable: value, initialiser: whole(s.value.type, s.value), at }]
        : [
            {
              kind: 'declare',
              variable: value,
              initialiser: whole(s.value.type, constantOf(0, at, s.value.type)),
              at,
            },
            unless(flag, set(value, s.value, at), at),
          ];
    return { kind: 'block', items: [...first, chosen], at };
  }

  /** One rewriting; undefined when there is nothing left to do. */
  step(items: Items): Items | undefined {
    const wrapped = this.#wrap(items);
    if (wrapped !== undefined) return wrapped;
    for (const jump of jumpsIn(items)) {
      const entry = pathTo(items, jump);
      if (entry === undefined) continue;
      const flag = this.#flag(jump);
      const door = this.#fresh(jump.label);
      const going = (s: TypedStatement): TypedStatement =>
        s.kind === 'goto' && entry.jumps.has(s)
          ? {
              kind: 'block',
              items: [set(flag, constantOf(1, s.at), s.at), { kind: 'goto', label: door, at: s.at }],
              at: s.at,
            }
          : s;
      const replaced = mapLists(items, (list) =>
        list.flatMap((s): Items => {
          if (s !== entry.item) return [going(s)];
          const inside = mapLists([s], (inner) => inner.map(going))[0];
          return [{ kind: 'label', name: door, at: s.at }, this.#enter(inside, jump.label, flag)];
        }),
      );
      return replaced;
    }
    return undefined;
  }

  /** A loop by goto that is jumped into from before it becomes a block of its own. */
  #wrap(items: Items): Items | undefined {
    let done = false;
    const result = mapLists(items, (list) => {
      if (done) return list;
      for (const [i, s] of list.entries()) {
        if (s.kind !== 'label' || i === 0) continue;
        const last = lastJump(list, s.name);
        if (last < i) continue;
        const entered = list.some((other, k) => {
          if (other.kind !== 'label' || k <= i || k > last) return false;
          const from = firstJump(list, other.name);
          return from >= 0 && from < i;
        });
        if (!entered) continue;
        done = true;
        return [...list.slice(0, i), { kind: 'block', items: list.slice(i), at: s.at }];
      }
      return list;
    });
    return done ? result : undefined;
  }

  /** The statement, which goes to the label in it when the flag is set. */
  #enter(s: TypedStatement, label: string, flag: Variable): TypedStatement {
    switch (s.kind) {
      case 'block':
        return { ...s, items: this.#enterList(s.items, label, flag, 0) };
      case 'if': {
        const inTrue = isLabelled(s.whenTrue, label);
        const { condition, at } = s;
        return {
          ...s,
          condition: inTrue
            ? either('||', loadOf(flag, at), condition)
            : either('&&', not(loadOf(flag, at)), condition),
          whenTrue: inTrue ? this.#enter(s.whenTrue, label, flag) : s.whenTrue,
          ...(s.whenFalse === undefined || inTrue
            ? {}
            : { whenFalse: this.#enter(s.whenFalse, label, flag) }),
          ...(s.whenFalse !== undefined && inTrue ? { whenFalse: s.whenFalse } : {}),
        };
      }
      case 'loop':
        return this.#enterLoop(s, label, flag);
      case 'switch': {
        const flat = this.#flatten(s, flag);
        if (flat.kind !== 'block') return flat;
        return {
          ...flat,
          items: flat.items.map((item) =>
            item.kind === 'switch' ? { ...item, items: this.#enterList(item.items, label, flag, 1) } : item,
          ),
        };
      }
      default:
        return s;
    }
  }

  #enterLoop(loop: LoopStatement, label: string, flag: Variable): TypedStatement {
    const { at, initialiser, condition } = loop;
    const { initialiser: _first, ...rest } = loop;
    const entered: LoopStatement = {
      ...rest,
      ...(condition === undefined || loop.testAfter
        ? {}
        : { condition: either('||', loadOf(flag, at), condition) }),
      body: this.#enter(loop.body, label, flag),
    };
    if (initialiser === undefined) return entered;
    return { kind: 'block', items: [...skipped(initialiser, flag), entered], at };
  }

  /** `start`: where the list may be added to, but behind the labels it begins with: they may be a loop's. */
  #enterList(items: Items, label: string, flag: Variable, start: number): Items {
    const index = items.findIndex((item) => isLabelled(item, label));
    const target = items[index];
    if (target === undefined) return items;
    const { at } = target;
    let from = start;
    while (items[from]?.kind === 'label') from++;
    if (target.kind === 'label' && index < from)
      return [...items.slice(0, from), set(flag, constantOf(0, at), at), ...items.slice(from)];
    if (target.kind === 'label') {
      const jump: TypedStatement = {
        kind: 'if',
        condition: loadOf(flag, at),
        whenTrue: {
          kind: 'block',
          items: [set(flag, constantOf(0, at), at), { kind: 'goto', label, at }],
          at,
        },
        at,
      };
      return [...items.slice(0, from), jump, ...items.slice(from)];
    }
    const door = this.#fresh(label);
    const jump: TypedStatement = {
      kind: 'if',
      condition: loadOf(flag, at),
      whenTrue: { kind: 'block', items: [{ kind: 'goto', label: door, at }], at },
      at,
    };
    return [
      ...items.slice(0, from),
      jump,
      ...items.slice(from, index),
      { kind: 'label', name: door, at },
      this.#enter(target, label, flag),
      ...items.slice(index + 1),
    ];
  }
}

const unless = (flag: Variable, s: TypedStatement, at: TypedStatement['at']): TypedStatement => ({
  kind: 'if',
  condition: not(loadOf(flag, at)),
  whenTrue: { kind: 'block', items: [s], at },
  at,
});

/** A loop's head, skipped if the flag is set. Its variables exist all the same. */
function skipped(s: TypedStatement, flag: Variable): TypedStatement[] {
  const { at } = s;
  if (s.kind === 'block') return s.items.flatMap((item) => skipped(item, flag));
  if (s.kind !== 'declare') return [unless(flag, s, at)];
  const [part] = s.initialiser?.parts ?? [];
  if (part === undefined) return [s];
  s.variable.assigned = true;
  const value: Value = part.value;
  return [{ kind: 'declare', variable: s.variable, at }, unless(flag, set(s.variable, value, at), at)];
}
