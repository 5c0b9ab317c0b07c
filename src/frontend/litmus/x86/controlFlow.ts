// Jumps into structured control flow. A forward jump leaves a block that ends at its label; a backward jump continues a
// loop that starts at its label; blocks may start earlier and loops may end later than needed, so that all of them nest.
// What cannot nest (a jump into a loop) becomes a dispatch loop over a hidden program counter.

import { binary, conditional, constant, type Expr, register } from '../../../program/expression.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import { present } from '../../../support/present.js';

/** Straight-line statements, then perhaps a jump to the step with index `target`. */
export interface Step {
  readonly statements: readonly Statement[];
  readonly jump?: { readonly target: number; readonly condition?: Expr; readonly at: SourceSpan };
}

/** A block or loop over the steps from `start` up to, not including, `end`. */
interface Region {
  readonly kind: 'block' | 'loop';
  start: number;
  end: number;
}

export function structure(steps: readonly Step[]): Statement[] {
  const regions = nest(steps);
  return regions === undefined ? dispatch(steps) : emit(steps, regions);
}

/** Regions that nest properly, outermost first; undefined when a jump leads into a loop. */
function nest(steps: readonly Step[]): Region[] | undefined {
  const loops = new Map<number, Region>();
  const blocks = new Map<number, Region>();
  steps.forEach(({ jump }, i) => {
    if (jump === undefined) return;
    const { target } = jump;
    if (target <= i) {
      const loop = loops.get(target);
      if (loop === undefined) loops.set(target, { kind: 'loop', start: target, end: i + 1 });
      else loop.end = i + 1;
    } else if (!blocks.has(target)) blocks.set(target, { kind: 'block', start: i, end: target });
  });
  const loopList = [...loops.values()];
  const blockList = [...blocks.values()];
  untilStable(() =>
    forPairs(loopList, loopList, (a, b) => {
      if (!(a.start < b.start && b.start < a.end && a.end < b.end)) return false;
      a.end = b.end;
      return true;
    }),
  );
  const crossing = (): boolean =>
    blockList.some((b) => loopList.some((l) => b.start < l.start && l.start < b.end && b.end < l.end));
  if (crossing()) return undefined;
  untilStable(() => {
    const leavesLoop = forPairs(blockList, loopList, (b, l) => {
      if (!(l.start < b.start && b.start < l.end && l.end < b.end)) return false;
      b.start = l.start;
      return true;
    });
    const overlaps = forPairs(blockList, blockList, (a, b) => {
      if (!(a.start < b.start && b.start < a.end && a.end < b.end)) return false;
      b.start = a.start;
      return true;
    });
    return leavesLoop || overlaps;
  });
  if (crossing()) return undefined;
  // A block that ends where a loop ends is left by jumps past the loop: it goes around the loop.
  const rank = (r: Region): number => (r.kind === 'block' ? 0 : 1);
  return [...blockList, ...loopList].sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b));
}

function untilStable(step: () => boolean): void {
  while (step()) {
    // Each change moves an end towards the program's ends, so this stops.
  }
}

function forPairs(as: Region[], bs: Region[], fix: (a: Region, b: Region) => boolean): boolean {
  let changed = false;
  for (const a of as) for (const b of bs) if (a !== b && fix(a, b)) changed = true;
  return changed;
}

const blockLabel = (end: number): string => `B${end}`;
const loopLabel = (start: number): string => `L${start}`;

function emit(steps: readonly Step[], regions: readonly Region[]): Statement[] {
  let next = 0;
  const range = (start: number, end: number): Statement[] => {
    const body: Statement[] = [];
    for (let i = start; i < end; ) {
      const region = regions[next];
      if (region !== undefined && region.start === i) {
        next++;
        const inner = range(region.start, region.end);
        if (region.kind === 'block') body.push({ kind: 'block', label: blockLabel(region.end), body: inner });
        else {
          const label = loopLabel(region.start);
          const at = steps.slice(region.start, region.end).find(({ jump }) => jump?.target === region.start)
            ?.jump?.at;
          body.push({
            kind: 'while',
            label,
            condition: constant(1),
            body: [...inner, { kind: 'break', label }],
            ...present({ at }),
          });
        }
        i = region.end;
        continue;
      }
      const { statements, jump } = steps[i];
      for (const statement of statements) body.push(statement);
      if (jump !== undefined) {
        const leave: Statement =
          jump.target <= i
            ? { kind: 'continue', label: loopLabel(jump.target), at: jump.at }
            : { kind: 'break', label: blockLabel(jump.target), at: jump.at };
        body.push(
          jump.condition === undefined
            ? leave
            : { kind: 'if', condition: jump.condition, whenTrue: [leave], whenFalse: [], at: jump.at },
        );
      }
      i++;
    }
    return body;
  };
  return range(0, steps.length);
}

/** `while (.pc < n) { if (.pc == 0) { ...; .pc = ... } if (.pc == 1) ... }`: only backward jumps start a new round. */
function dispatch(steps: readonly Step[]): Statement[] {
  const starts = new Set([0]);
  steps.forEach(({ jump }, i) => {
    if (jump !== undefined) {
      starts.add(jump.target);
      starts.add(i + 1);
    }
  });
  const pc = register('.pc');
  const body: Statement[] = [];
  const leaders = [...starts].filter((i) => i < steps.length).sort((a, b) => a - b);
  leaders.forEach((start, k) => {
    const end = leaders[k + 1] ?? steps.length;
    const jump = steps[end - 1].jump;
    const through = constant(end);
    const target: Expr =
      jump === undefined
        ? through
        : jump.condition === undefined
          ? constant(jump.target)
          : conditional(jump.condition, constant(jump.target), through);
    const inner: Statement[] = steps.slice(start, end).flatMap((step) => step.statements);
    inner.push({
      kind: 'assign',
      target: '.pc',
      value: target,
      ...(jump === undefined ? {} : { at: jump.at }),
    });
    body.push({ kind: 'if', condition: binary('==', pc, constant(start)), whenTrue: inner, whenFalse: [] });
  });
  return [
    { kind: 'assign', target: '.pc', value: constant(0) },
    { kind: 'while', label: 'dispatch', condition: binary('<', pc, constant(steps.length)), body },
  ];
}
