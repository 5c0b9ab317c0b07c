// Lists of statements with labels. A label that an earlier statement jumps to becomes the end of a block. A label that a later
// statement jumps to becomes the start of a loop that runs to the end of the list. The cases of a switch are labels that its
// dispatch jumps to.

import { constant, type Expr, widthOf } from '../../../../program/expression.js';
import type { Integer } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { unsupported } from '../../diagnostics.js';
import { libraryPrefix } from '../../library/index.js';
import type { TypedStatement } from '../../typed.js';
import { foldBinary } from '../fold.js';
import { type Frame, type Jump, registersOf } from '../frame.js';
import type { Target } from '../known.js';
import { assignedVariables, gotosIn } from '../scan.js';
import { lowerStatement } from '../statements.js';
import { lowerValue } from '../values.js';
import { lowerLanding } from './landings.js';

type Items = readonly TypedStatement[];

/** Jumps from the start of a list to its labels: the dispatch of a switch. */
interface Dispatch {
  readonly isTarget: (index: number) => boolean;
  readonly jump: (targets: ReadonlyMap<number, Target>) => void;
}

/** `ends`: the variables declared in the list cease to exist at its end, after what `last` writes. */
export function lowerList(frame: Frame, items: Items, ends = true, last: () => void = () => {}): void {
  const gotos = items.map((item) => (hasJumps(item) ? gotosIn(item) : none));
  frame.emitter.openScope();
  lowerRange(frame, items, gotos, 0, items.length, undefined, new Map());
  last();
  frame.emitter.closeScope(items.at(-1)?.at ?? frame.function.at, ends);
}

const none: ReadonlySet<string> = new Set();

const hasJumps = (item: TypedStatement): boolean =>
  item.kind !== 'label' && item.kind !== 'case' && item.kind !== 'default' && item.kind !== 'break';

function lowerRange(
  frame: Frame,
  items: Items,
  gotos: readonly ReadonlySet<string>[],
  start: number,
  end: number,
  dispatch: Dispatch | undefined,
  targets: Map<number, Target>,
): void {
  const { emitter } = frame;
  const loop = dispatch === undefined ? overlappingLoop(items, gotos, start, end) : undefined;
  if (loop !== undefined) {
    const { index, name } = loop;
    lowerRange(frame, items, gotos, start, index, undefined, targets);
    lowerBackward(frame, items, gotos, index, end, name);
    return;
  }
  for (let k = end - 1; k > start || (k === start && dispatch !== undefined); k--) {
    const item = items[k];
    const name = item.kind === 'label' ? item.name : undefined;
    const jumped = name !== undefined && gotos.slice(start, k).some((labels) => labels.has(name));
    if (!jumped && dispatch?.isTarget(k) !== true) continue;
    emitter.block(
      name ?? 'case',
      (target) => {
        targets.set(k, target);
        const leave = name === undefined ? undefined : withLabel(frame, name, { kind: 'break', target });
        lowerRange(frame, items, gotos, start, k, dispatch, targets);
        leave?.();
      },
      item.at,
    );
    lowerRange(frame, items, gotos, k, end, undefined, targets);
    return;
  }
  if (dispatch !== undefined) dispatch.jump(targets);
  for (let i = start; i < end; i++) {
    const item = items[i];
    if (item.kind === 'label' && item.landing !== undefined) {
      const rest = (): void => lowerRange(frame, items, gotos, i + 1, end, undefined, new Map());
      lowerLanding(frame, item.landing, items.slice(i + 1, end), rest, item.at);
      return;
    }
    if (item.kind === 'label' && gotos.slice(i, end).some((labels) => labels.has(item.name))) {
      lowerBackward(frame, items, gotos, i, end, item.name);
      return;
    }
    if (isAtomic(item, 'atomic-begin')) i = lowerAtomicSection(frame, items, i, end);
    else lowerStatement(frame, item);
  }
}

/**
 * A label that is jumped to from behind another one, which is jumped to from between them: the loop goes around the block. Jumps
 * into such a loop from before it are no longer there (check/gotos.ts).
 */
function overlappingLoop(
  items: Items,
  gotos: readonly ReadonlySet<string>[],
  start: number,
  end: number,
): { index: number; name: string } | undefined {
  for (let i = start; i < end; i++) {
    const item = items[i];
    if (item.kind !== 'label') continue;
    let last = end - 1;
    while (last >= i && !gotos[last].has(item.name)) last--;
    for (let k = i + 1; k <= last; k++) {
      const other = items[k];
      if (other.kind === 'label' && gotos.slice(start, k).some((labels) => labels.has(other.name)))
        return { index: i, name: item.name };
    }
  }
  return undefined;
}

/** From the label to the end of the list: a loop that `goto label` continues. */
function lowerBackward(
  frame: Frame,
  items: Items,
  gotos: readonly ReadonlySet<string>[],
  label: number,
  end: number,
  name: string,
): void {
  const { emitter, thread } = frame;
  const { at } = items[label];
  const { looking, inOpenLoop } = thread;
  thread.looking = undefined;
  thread.inOpenLoop = true;
  emitter.forget(registersOf(frame, assignedVariables(items.slice(label, end))));
  emitter.loop({ name, condition: constant(1), at, ...boundOf(frame, at) }, (target) => {
    const leave = withLabel(frame, name, { kind: 'continue', target });
    lowerRange(frame, items, gotos, label + 1, end, undefined, new Map());
    leave();
    emitter.break(target, at);
  });
  thread.looking = looking;
  thread.inOpenLoop = inOpenLoop;
}

export function boundOf(frame: Frame, at: SourceSpan): { bound?: number } {
  const bound = frame.program.options.loopBound(at);
  return bound === undefined ? {} : { bound };
}

function withLabel(frame: Frame, name: string, jump: Jump): () => void {
  const outer = frame.labels.get(name);
  frame.labels.set(name, jump);
  return () => {
    if (outer === undefined) frame.labels.delete(name);
    else frame.labels.set(name, outer);
  };
}

export function lowerGoto(frame: Frame, label: string, at: SourceSpan): void {
  const jump = frame.labels.get(label);
  if (jump === undefined)
    unsupported(
      `goto ${label}`,
      at,
      'a goto may leave blocks, but not enter one, nor jump into the part before a label from behind it',
    );
  else if (jump.kind === 'break') frame.emitter.leave(jump.target, at);
  else {
    // control reaches the declarations behind the label again, so the jump unwinds them
    frame.emitter.unwind(jump.target, jump.target.deferred);
    frame.emitter.continue(jump.target, at);
  }
}

export function lowerSwitch(frame: Frame, s: Extract<TypedStatement, { kind: 'switch' }>): void {
  const { emitter } = frame;
  const value = emitter.keep(lowerValue(frame, s.value), s.at);
  const unsigned = s.value.type.kind === 'integer' && !s.value.type.signed;
  const { items } = s;
  const gotos = items.map((item) => (hasJumps(item) ? gotosIn(item) : none));
  emitter.block(
    'switch',
    (end) => {
      frame.breaks.push(end);
      const dispatch: Dispatch = {
        isTarget: (index) => items[index].kind === 'case' || items[index].kind === 'default',
        jump: (targets) => {
          let otherwise = end;
          items.forEach((item, index) => {
            const target = targets.get(index);
            if (target === undefined) return;
            if (item.kind === 'default') otherwise = target;
            if (item.kind === 'case')
              emitter.branch(
                matches(value, item.low, item.high, unsigned),
                () => emitter.break(target, item.at),
                () => {},
                item.at,
              );
          });
          emitter.break(otherwise, s.at);
        },
      };
      emitter.openScope();
      lowerRange(frame, items, gotos, 0, items.length, dispatch, new Map());
      emitter.closeScope(s.at);
      frame.breaks.pop();
    },
    s.at,
  );
}

function matches(value: Expr, low: Integer, high: Integer, unsigned: boolean): Expr {
  const width = widthOf(value);
  if (low === high) return foldBinary('==', value, constant(low, width));
  const [atLeast, atMost] = unsigned ? (['>=u', '<=u'] as const) : (['>=', '<='] as const);
  return foldBinary(
    '&&',
    foldBinary(atLeast, value, constant(low, width)),
    foldBinary(atMost, value, constant(high, width)),
  );
}

function isAtomic(item: TypedStatement, op: 'atomic-begin' | 'atomic-end'): boolean {
  return item.kind === 'expression' && item.value.kind === 'builtin' && item.value.builtin.op === op;
}

function onlyLoads(item: TypedStatement): true | undefined {
  const builtin =
    item.kind === 'expression' && item.value.kind === 'builtin' ? item.value.builtin : undefined;
  return builtin?.op === 'atomic-begin' ? builtin.loads : undefined;
}

/** From atomic_begin to the atomic_end of the same list; returns the index of that. */
function lowerAtomicSection(frame: Frame, items: Items, begin: number, end: number): number {
  let close = begin + 1;
  while (close < end && !isAtomic(items[close], 'atomic-end')) close++;
  if (close >= end)
    unsupported('an atomic section that does not end in the block it begins in', items[begin].at);
  for (let i = begin + 1; i < close; i++)
    if (items[i].kind === 'label') unsupported('a label in an atomic section', items[i].at);
  const write = (): void =>
    frame.emitter.atomic(
      () => lowerList(frame, items.slice(begin + 1, close)),
      items[begin].at,
      onlyLoads(items[begin]),
    );
  // an atomic section of the library is a locked instruction: it publishes the accesses before it
  if (frame.function.name.startsWith(libraryPrefix)) frame.emitter.orders.during({ order: 'seq_cst' }, write);
  else write();
  return close;
}
