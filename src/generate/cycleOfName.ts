// Names read back: the cycle that a name such as SB+mfence+po or WW+RR+WR+WR+po+po+po+mfence stands for.

import { InputError } from '../support/diagnostic.js';
import { type Cycle, cycleOf } from './cycle.js';
import { classicShapes, coherenceShapes, type Shape, uniformShapes } from './cycleName.js';
import { type Access, type Direction, isRelaxation, type Relaxation } from './relaxation.js';

export function cycleOfName(name: string): Cycle {
  const { shapes, rest, coherence } = shapesOf(name);
  const long = shapes.filter((s) => s.length === 2).length;
  const accesses = rest.filter((part) => part === 'A' || part === 'P');
  const written = rest.filter((part) => part !== 'A' && part !== 'P');
  const paths = pathsOf(name, coherence && written.length === 0 ? ['pos'] : written, long);
  let nextPath = 0;
  let nextLone = 0;
  const edges = shapes.flatMap((shape, i): Relaxation[] => {
    const leave = communication(
      shape.endsWith('W') ? 'W' : 'R',
      shapes[(i + 1) % shapes.length][0] === 'W' ? 'W' : 'R',
    );
    if (leave === undefined) throw misnamed(name, 'a read is not followed by a read in another thread');
    if (shape.length === 2) return [...pathEdges(name, shape, paths[nextPath++]), leave];
    return accesses[nextLone++] === 'A' ? [{ ...leave, fromAccess: 'A' }] : [leave];
  });
  return cycleOf(edges);
}

function misnamed(name: string, why: string): InputError {
  return new InputError({
    code: 'unknown-test-name',
    message: `${name} does not name a cycle: ${why}`,
    hint: isRelaxation(name)
      ? `the relaxations of a cycle are one argument, in quotes: "${name} ..."`
      : 'such as SB, MP+mfence+po, R+mfences, 3.SB, WW+RW+WR+WR, SB+rfi-pos',
  });
}

/** The shapes at the start of a name, and what is left of it. */
function shapesOf(name: string): { shapes: readonly Shape[]; rest: readonly string[]; coherence: boolean } {
  const parts = name.split('+');
  for (const [known, coherence] of [
    [classicShapes, false],
    [coherenceShapes, true],
  ] as const)
    for (const length of [2, 1]) {
      const shapes = known.get(parts.slice(0, length).join('+'));
      if (shapes !== undefined) return { shapes, rest: parts.slice(length), coherence };
    }
  const [, count, uniform] = /^(\d+)\.(\w+)$/.exec(parts[0]) ?? [];
  const shape = uniformShapes.get(uniform ?? '');
  if (shape !== undefined && Number(count) >= 2)
    return { shapes: new Array<Shape>(Number(count)).fill(shape), rest: parts.slice(1), coherence: false };
  const shapes: Shape[] = [];
  for (const part of parts) {
    if (!isShape(part)) break;
    shapes.push(part);
  }
  if (shapes.length < 2) throw misnamed(name, `${parts[0]} is no known name, nor a list of threads`);
  return { shapes, rest: parts.slice(shapes.length), coherence: false };
}

function isShape(part: string): part is Shape {
  return part === 'W' || part === 'WW' || part === 'RR' || part === 'RW' || part === 'WR' || part === 'R';
}

/** One path per thread of several events: as written, all `po`, or a plural. */
function pathsOf(name: string, written: readonly string[], threads: number): readonly string[] {
  if (written.length === threads) return written;
  if (written.length === 0) return new Array<string>(threads).fill('po');
  if (written.length === 1 && written[0].endsWith('s'))
    return new Array<string>(threads).fill(written[0].slice(0, -1));
  throw misnamed(name, `it has ${threads} threads of several events and ${written.length} paths`);
}

const communication = (from: Direction, to: Direction): Relaxation | undefined => {
  if (from === 'R' && to === 'R') return undefined;
  return {
    kind: from === 'R' ? 'fr' : to === 'R' ? 'rf' : 'co',
    from,
    to,
    external: true,
    sameLocation: true,
  };
};

const token = /^(?<edge>pos?|mfences?|sfences?|rfi|fri|coi|rmw)(?<to>[RW])?(?<access>(?:na|a){2})?$/;

/** The edges of one thread. */
function pathEdges(name: string, shape: Shape, path: string): Relaxation[] {
  const steps = path.split('-').map((part) => {
    const groups = token.exec(part)?.groups;
    if (groups === undefined) throw misnamed(name, `${part} is no step of a thread`);
    return groups;
  });
  const first: Direction = shape[0] === 'R' ? 'R' : 'W';
  const last: Direction = shape[1] === 'R' ? 'R' : 'W';
  let from = first;
  return steps.map((step, i) => {
    const next = steps[i + 1]?.edge;
    const to = step.to === 'R' || step.to === 'W' ? step.to : (endOf(step.edge) ?? startOf(next) ?? last);
    const edge: Relaxation = { ...kindOf(step.edge ?? ''), from, to, external: false };
    from = to;
    return annotate(edge, step.access);
  });
}

function kindOf(step: string): Pick<Relaxation, 'kind' | 'sameLocation'> {
  switch (step) {
    case 'rfi':
      return { kind: 'rf', sameLocation: true };
    case 'fri':
      return { kind: 'fr', sameLocation: true };
    case 'coi':
      return { kind: 'co', sameLocation: true };
    case 'rmw':
      return { kind: 'rmw', sameLocation: true };
    case 'mfence':
    case 'mfences':
      return { kind: 'mfence', sameLocation: step.endsWith('s') };
    case 'sfence':
    case 'sfences':
      return { kind: 'sfence', sameLocation: step.endsWith('s') };
    default:
      return { kind: 'po', sameLocation: step === 'pos' };
  }
}

/** The direction a communication fixes for the event after it, or before it. */
function endOf(step: string | undefined): Direction | undefined {
  if (step === 'rfi') return 'R';
  return step === 'fri' || step === 'coi' || step === 'rmw' ? 'W' : undefined;
}

function startOf(step: string | undefined): Direction | undefined {
  if (step === 'rfi' || step === 'coi') return 'W';
  return step === 'fri' || step === 'rmw' ? 'R' : undefined;
}

function annotate(edge: Relaxation, accesses: string | undefined): Relaxation {
  if (accesses === undefined) return edge;
  const atomicFirst = !accesses.startsWith('na');
  const rest = accesses.slice(atomicFirst ? 1 : 2);
  const access = (atomic: boolean): Access => (atomic ? 'A' : undefined);
  return { ...edge, fromAccess: access(atomicFirst), toAccess: access(rest === 'a') };
}
