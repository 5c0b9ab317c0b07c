// Source names, kept apart from the program: a witness stores the program as a litmus file, which cannot hold them.

import { present } from '../support/present.js';
import type { Program } from './program.js';
import { mapBody } from './rewrite.js';
import { type BlockNames, forEachStatement, type SourceSpan } from './statement.js';

interface BlockSite {
  readonly holds?: BlockNames;
  readonly at?: SourceSpan;
}

export interface Names {
  /** For the cells of locations: the suffix after the location's name. */
  readonly cells?: Readonly<Record<string, readonly string[]>>;
  /**
   * For each statement of a thread that allocates a block, in order: the type the block holds, and the place that
   * executions name.
   */
  readonly blocks?: readonly (readonly BlockSite[])[];
  readonly functions?: readonly string[];
  /** Locations whose cells are gates of waiting threads (`Location.gate`). */
  readonly gates?: readonly string[];
}

/** Undefined where there is nothing that the program itself does not say. */
export function namesIn({ locations, threads, functions }: Program): Names | undefined {
  const cells = Object.fromEntries(
    locations.flatMap(({ name, suffixes }) => (suffixes === undefined ? [] : [[name, suffixes] as const])),
  );
  const blocks = threads.map(({ body }) => {
    const found: BlockSite[] = [];
    forEachStatement(body, (s) => {
      if (s.kind === 'alloc') found.push(present({ holds: s.holds, at: s.at }));
    });
    return found;
  });
  const gates = locations.filter(({ gate }) => gate).map(({ name }) => name);
  const names: Names = {
    ...(Object.keys(cells).length === 0 ? {} : { cells }),
    ...(blocks.flat().every(({ holds }) => holds === undefined) ? {} : { blocks }),
    ...(functions === undefined ? {} : { functions }),
    ...(gates.length === 0 ? {} : { gates }),
  };
  return Object.keys(names).length === 0 ? undefined : names;
}

/** The program with names from elsewhere. Names of absent things are left out. */
export function withNames(
  program: Program,
  { cells = {}, blocks = [], functions, gates = [] }: Names,
): Program {
  return {
    ...program,
    locations: program.locations.map((location) => {
      const suffixes = Object.hasOwn(cells, location.name) ? cells[location.name] : undefined;
      return {
        ...location,
        ...(suffixes?.length === location.initial.length ? { suffixes } : {}),
        ...(gates.includes(location.name) ? ({ gate: true } as const) : {}),
      };
    }),
    threads: program.threads.map((thread, t) => {
      let taken = 0;
      const body = mapBody(thread.body, (s) => {
        if (s.kind !== 'alloc') return [s];
        return [{ ...s, ...blocks[t]?.[taken++] }];
      });
      return { ...thread, body };
    }),
    ...(functions === undefined ? {} : { functions }),
  };
}
