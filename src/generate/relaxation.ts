// Relaxations: the edges of candidate cycles, in the notation of the diy generator. `Rfe` is a read from another
// thread's write. `PodWR` is a write before a read of a different location in program order, `MFencedWR` the same
// with a full fence in between. `PosRR` is two reads of the same location. `Rmw` joins the two halves of a
// read-modify-write.

import { type DiagnosticCode, InputError } from '../support/diagnostic.js';

export type Direction = 'R' | 'W';

/** How an edge's end is accessed: `A` an atomic exchange, `P` plain, undefined: as the neighbour says, else plain. */
export type Access = 'A' | 'P' | undefined;

export interface Relaxation {
  readonly kind: 'po' | 'mfence' | 'sfence' | 'rf' | 'fr' | 'co' | 'rmw';
  readonly from: Direction;
  readonly to: Direction;
  /** Between two threads. */
  readonly external: boolean;
  readonly sameLocation: boolean;
  readonly fromAccess?: Access;
  readonly toAccess?: Access;
}

const communications = {
  Rf: { kind: 'rf', from: 'W', to: 'R' },
  Fr: { kind: 'fr', from: 'R', to: 'W' },
  Co: { kind: 'co', from: 'W', to: 'W' },
  Ws: { kind: 'co', from: 'W', to: 'W' },
} as const;

const orders = { Po: 'po', MFence: 'mfence', SFence: 'sfence' } as const;

const word = /\S+/g;
const pattern =
  /^(?:(?<com>Rf|Fr|Co|Ws)(?<side>[ei])|(?<order>Po|MFence|SFence)(?<place>[ds])(?<ends>[RW*]{2})|(?<rmw>Rmw))(?<access>[AP]{2})?$/;

/** The relaxations of a list such as `PodWR Fre PodWR Fre`; `*` stands for both directions, and one word for several edges. */
export function parseAlternatives(
  text: string,
): { edges: readonly Relaxation[]; column: number; word: string }[] {
  return [...text.matchAll(word)].map((match) => {
    const column = match.index + 1;
    return { edges: alternatives(match[0], text, column), column, word: match[0] };
  });
}

/** The relaxations of a list in which every word stands for one edge. */
export function parseRelaxations(text: string): Relaxation[] {
  return parseAlternatives(text).map(({ edges, column, word: name }) => {
    if (edges.length === 1) return edges[0];
    throw mistake(text, column, name, 'several-relaxations', `${name} stands for several relaxations`, {
      hint: `one of ${edges.map(relaxationName).join(', ')}`,
    });
  });
}

/** Every relaxation a list stands for, each once: an edge set for enumerating cycles. */
export function parseRelaxationSet(text: string): Relaxation[] {
  const found = new Map<string, Relaxation>();
  for (const { edges } of parseAlternatives(text))
    for (const edge of edges) found.set(relaxationName(edge), edge);
  return [...found.values()];
}

/** Whether it is the name of one, as far as its form tells. */
export const isRelaxation = (name: string): boolean => pattern.test(name);

function alternatives(name: string, text: string, column: number): Relaxation[] {
  const groups = pattern.exec(name)?.groups;
  if (groups === undefined) throw unknown(name, text, column);
  const edges = unannotated(groups);
  const access = groups.access;
  if (access === undefined) return edges;
  return edges.map((edge) => {
    const annotated: Relaxation = { ...edge, fromAccess: accessOf(access[0]), toAccess: accessOf(access[1]) };
    if (atomicRead(annotated) !== undefined)
      throw mistake(text, column, name, 'atomic-read', `${name} makes a read atomic`, {
        hint: 'only writes are annotated with A; a read and a write in one are Rmw',
      });
    return annotated;
  });
}

/** The end of an edge that is a read and said to be atomic. */
function atomicRead({ from, to, fromAccess, toAccess }: Relaxation): 'from' | 'to' | undefined {
  if (from === 'R' && fromAccess === 'A') return 'from';
  return to === 'R' && toAccess === 'A' ? 'to' : undefined;
}

const accessOf = (letter: string): Access => (letter === 'A' ? 'A' : 'P');

function unannotated(groups: Record<string, string | undefined>): Relaxation[] {
  const { com, side, order, place, ends } = groups;
  if (com === 'Rf' || com === 'Fr' || com === 'Co' || com === 'Ws')
    return [{ ...communications[com], external: side === 'e', sameLocation: true }];
  if (order === 'Po' || order === 'MFence' || order === 'SFence') {
    const kind = orders[order];
    const directions = (letter: string | undefined): Direction[] =>
      letter === 'R' ? ['R'] : letter === 'W' ? ['W'] : ['R', 'W'];
    return directions(ends?.[0]).flatMap((from) =>
      directions(ends?.[1]).map((to) => ({ kind, from, to, external: false, sameLocation: place === 's' })),
    );
  }
  return [{ kind: 'rmw', from: 'R', to: 'W', external: false, sameLocation: true }];
}

function unknown(name: string, text: string, column: number): InputError {
  const known = 'Pod, Pos, MFenced, MFences, SFenced, SFences with two of R, W, *';
  return mistake(text, column, name, 'unknown-relaxation', `no relaxation is named ${name}`, {
    hint: `Rfe, Rfi, Fre, Fri, Coe, Coi, Rmw, ${known}; A or P for both ends may follow`,
  });
}

export function mistake(
  text: string,
  column: number,
  name: string,
  code: DiagnosticCode,
  message: string,
  options: { hint?: string } = {},
): InputError {
  return new InputError(
    { code, message, line: 1, column, endColumn: column + name.length, ...options },
    text,
  );
}

/** The edge in diy's notation. */
export function relaxationName(edge: Relaxation): string {
  const access =
    edge.fromAccess === undefined && edge.toAccess === undefined
      ? ''
      : `${edge.fromAccess ?? 'P'}${edge.toAccess ?? 'P'}`;
  const side = edge.external ? 'e' : 'i';
  const place = edge.sameLocation ? 's' : 'd';
  switch (edge.kind) {
    case 'rf':
      return `Rf${side}${access}`;
    case 'fr':
      return `Fr${side}${access}`;
    case 'co':
      return `Co${side}${access}`;
    case 'po':
      return `Po${place}${edge.from}${edge.to}${access}`;
    case 'mfence':
      return `MFence${place}${edge.from}${edge.to}${access}`;
    case 'sfence':
      return `SFence${place}${edge.from}${edge.to}${access}`;
    case 'rmw':
      return `Rmw${access}`;
  }
}

/** Whether the edge is program order, with or without a fence. */
export const isProgramOrder = (edge: Relaxation): boolean =>
  edge.kind === 'po' || edge.kind === 'mfence' || edge.kind === 'sfence';
