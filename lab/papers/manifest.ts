// The programs of the papers: benchmarks/papers/GROUP/manifest.json says of each program which variants it has and what is
// known of them. A variant is the program with some macros defined; its verdicts are the words of `diptych check`, and
// `robust` says whether every trace under the model is sequentially consistent.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { readTextFile } from '#diptych/frontend/textFile.js';
import { defaultUnroll } from '#diptych/program/loopBounds.js';
import { Decoder } from '#diptych/support/decoder.js';
import { InputError } from '#diptych/support/diagnostic.js';
import { homeFolder } from '../home.js';

const paperGroups = ['sober', 'structures', 'nidhugg', 'classic', 'rivals'] as const;
export type PaperGroup = (typeof paperGroups)[number];

const verdictWords = ['holds', 'violated'] as const;
export type KnownVerdict = (typeof verdictWords)[number];

/** Something per model, for those models it is known of. */
type PerModel<T> = { readonly [model in ModelName]?: T };

export interface PaperVariant {
  readonly name: string;
  /** As after -D. */
  readonly defines: readonly string[];
  /** Its own bound, or that of its program, or diptych's. */
  readonly unroll: number;
  readonly verdicts: PerModel<KnownVerdict>;
  readonly robust: PerModel<boolean>;
  /** Takes too long for the test suite: only the tables check it. */
  readonly slow: boolean;
}

export interface PaperProgram {
  readonly group: string;
  readonly name: string;
  /** The whole path. */
  readonly file: string;
  readonly about: string;
  /** Where and why it differs from the paper's program. */
  readonly differs?: string;
  readonly variants: readonly PaperVariant[];
}

export const papersFolder = join(homeFolder, 'benchmarks', 'papers');

const manifestOf = (group: string): string => join(papersFolder, group, 'manifest.json');

/** All programs of all groups, in the order of `paperGroups`. */
export const loadPapers = (): PaperProgram[] => paperGroups.flatMap(papersOf);

/** The programs of a group, none if the group is not there. */
const papersOf = (group: PaperGroup): PaperProgram[] =>
  existsSync(manifestOf(group)) ? loadGroup(group) : [];

/** The programs of one group; an InputError says what is wrong with its manifest. */
export function loadGroup(group: PaperGroup): PaperProgram[] {
  const file = manifestOf(group);
  return parseManifest(readTextFile(file), file, group);
}

/** The program of that name, or an InputError with the names there are. */
export const paperProgram = (group: PaperGroup, name: string): PaperProgram =>
  named(loadGroup(group), name, `program of the group ${group}`, manifestOf(group));

/** The variant of that name, or an InputError with the names there are. */
export const paperVariant = ({ name, variants, file }: PaperProgram, variant: string): PaperVariant =>
  named(variants, variant, `variant of ${name}`, file);

function named<T extends { readonly name: string }>(
  list: readonly T[],
  name: string,
  what: string,
  file: string,
): T {
  const found = list.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new InputError({
    code: 'unknown-program',
    message: `no ${what} is named ${name}`,
    file,
    hint: `one of ${list.map((one) => one.name).join(', ')}`,
  });
}

export function parseManifest(text: string, file: string, group: string): PaperProgram[] {
  const programs = decodeJson(text, file).list((d) => decodeProgram(d, file, group));
  unique(
    programs.map(({ name }) => name),
    'program',
    file,
  );
  return programs;
}

export function decodeJson(text: string, file: string): Decoder {
  try {
    return new Decoder(JSON.parse(text), file);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new InputError({ code: 'bad-json', message: `not JSON: ${message}`, file });
  }
}

function decodeProgram(d: Decoder, file: string, group: string): PaperProgram {
  d.only(['name', 'file', 'about', 'unroll', 'differs', 'slow', 'variants']);
  const name = d.at('name').string();
  const source = join(dirname(file), d.at('file').string());
  if (!existsSync(source))
    throw new InputError({ code: 'file-not-found', message: `${name}: ${source} does not exist`, file });
  const whole = {
    unroll: d.optional('unroll', (v) => v.integer()).unroll ?? defaultUnroll,
    slow: d.optional('slow', (v) => v.boolean()).slow ?? false,
  };
  const variants = d.at('variants').list((v) => decodeVariant(v, whole));
  unique(
    variants.map((variant) => variant.name),
    `variant of ${name}`,
    file,
  );
  return {
    group,
    name,
    file: source,
    about: d.at('about').string(),
    ...d.optional('differs', (v) => v.string()),
    variants,
  };
}

const decodeVariant = (d: Decoder, whole: Pick<PaperVariant, 'unroll' | 'slow'>): PaperVariant => {
  d.only(['name', 'defines', 'unroll', 'slow', 'verdicts', 'robust']);
  return {
    name: d.at('name').string(),
    defines: d.optional('defines', (v) => v.list((macro) => macro.string())).defines ?? [],
    verdicts: perModel(d.at('verdicts'), (v) => v.oneOf(verdictWords)),
    robust: d.optional('robust', (v) => perModel(v, (word) => word.boolean())).robust ?? {},
    ...whole,
    ...d.optional('unroll', (v) => v.integer()),
    ...d.optional('slow', (v) => v.boolean()),
  };
};

function perModel<T>(d: Decoder, read: (value: Decoder) => T): PerModel<T> {
  d.only(modelNames);
  return Object.assign({}, ...modelNames.map((model) => d.optional(model, read)));
}

function unique(names: readonly string[], what: string, file: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new InputError({ code: 'duplicate-name', message: `a second ${what} is named ${twice}`, file });
}
