// The figures that others published, as JSON beside the manifests of the programs they belong to.

import { join } from 'node:path';
import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { readTextFile } from '#diptych/frontend/textFile.js';
import { type RelaxModel, relaxModels } from '#diptych/relax/model.js';
import type { Decoder } from '#diptych/support/decoder.js';
import type { Cell } from '../table.js';
import { decodeJson, type PaperGroup, papersFolder } from './manifest.js';

function rows<T>(group: PaperGroup, name: string, row: (d: Decoder) => T): T[] {
  const file = join(papersFolder, group, `${name}.json`);
  const d = decodeJson(readTextFile(file), file);
  d.only(['source', 'rows']);
  return d.at('rows').list(row);
}

/** A time in seconds, or why there is none. */
function time(d: Decoder): Cell {
  const value = d.as((v) => ({ v }), 'a time').v;
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return value;
  d.only(['over']);
  return { over: d.at('over').number() };
}

const perModel = <M extends string, T>(
  d: Decoder,
  models: readonly M[],
  read: (d: Decoder) => T,
): ReadonlyMap<M, T> => new Map(models.map((model, i) => [model, read(d.at(i))]));

export interface NidhuggRow {
  readonly program: string;
  readonly variant: string;
  readonly cbmc: ReadonlyMap<ModelName, Cell>;
  readonly goto: ReadonlyMap<ModelName, Cell>;
  readonly nidhugg: ReadonlyMap<ModelName, Cell>;
}

export const nidhuggRows = (): NidhuggRow[] =>
  rows('nidhugg', 'published', (d) => ({
    program: d.at('program').string(),
    variant: d.at('variant').string(),
    cbmc: perModel(d.at('cbmc'), modelNames, time),
    goto: perModel(d.at('goto'), modelNames, time),
    nidhugg: perModel(d.at('nidhugg'), modelNames, time),
  }));

/** `wrong`: the answer was not the right one, so that its time says nothing. */
export type RivalTime = Cell | { readonly wrong: number };

export interface RivalRow {
  readonly group: 'nidhugg' | 'rivals';
  readonly program: string;
  readonly variant: string;
  readonly deagle: ReadonlyMap<ModelName, RivalTime>;
  readonly cbmc: ReadonlyMap<ModelName, RivalTime>;
}

const rivalTime = (d: Decoder): RivalTime =>
  d.as((value) => ({ wrong: typeof value === 'object' && value !== null && 'wrong' in value }), 'a time')
    .wrong
    ? { wrong: d.at('wrong').number() }
    : time(d);

export const rivalRows = (): RivalRow[] =>
  rows('rivals', 'published', (d) => ({
    group: d.at('group').oneOf(['nidhugg', 'rivals']),
    program: d.at('program').string(),
    variant: d.at('variant').string(),
    deagle: perModel(d.at('deagle'), modelNames, rivalTime),
    cbmc: perModel(d.at('cbmc'), modelNames, rivalTime),
  }));

interface SoberRow {
  readonly program: string;
  /** Undefined for any number of them. */
  readonly preemptions: number | undefined;
  readonly interleavings: number;
  readonly borderline: number;
  /** Times are words where the paper has them: "< 0.1". */
  readonly falsify: string;
  readonly sober: string;
  readonly chess: string;
}

export const soberRows = (): SoberRow[] =>
  rows('sober', 'published', (d) => ({
    program: d.at('program').string(),
    preemptions: d.at('preemptions').nullable((v) => v.integer()),
    interleavings: d.at('interleavings').integer(),
    borderline: d.at('borderline').integer(),
    falsify: d.at('falsify').string(),
    sober: d.at('sober').string(),
    chess: d.at('chess').string(),
  }));

interface BssRow {
  readonly program: string;
  readonly preemptions: number;
  readonly interleavings: number;
  readonly seconds: number;
  /** Distinct violations. */
  readonly tso: number;
  readonly pso: number;
}

export const bssRows = (): BssRow[] =>
  rows('structures', 'published.bss', (d) => ({
    program: d.at('program').string(),
    preemptions: d.at('preemptions').integer(),
    interleavings: d.at('interleavings').integer(),
    seconds: d.at('seconds').number(),
    tso: d.at('tso').integer(),
    pso: d.at('pso').integer(),
  }));

export interface RelaxerRow {
  readonly program: string;
  readonly predicted: number;
  /** Seconds of one trial. */
  readonly phase2: ReadonlyMap<RelaxModel, number>;
  readonly confirmed: ReadonlyMap<RelaxModel, number>;
  readonly bugs: ReadonlyMap<RelaxModel, number>;
  /** Of confirming a cycle; undefined where none was. */
  readonly probability: ReadonlyMap<RelaxModel, number | undefined>;
}

export const relaxerRows = (): RelaxerRow[] =>
  rows('structures', 'published.relaxer', (d) => ({
    program: d.at('program').string(),
    predicted: d.at('predicted').integer(),
    phase2: perModel(d.at('phase2'), relaxModels, (v) => v.number()),
    confirmed: perModel(d.at('confirmed'), relaxModels, (v) => v.integer()),
    bugs: perModel(d.at('bugs'), relaxModels, (v) => v.integer()),
    probability: perModel(d.at('probability'), relaxModels, (v) => v.nullable((p) => p.number())),
  }));
