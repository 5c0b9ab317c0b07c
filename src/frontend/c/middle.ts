// C programs on the middle: preprocess, parse, check, emit a module; the passes over modules make the program of it (docs/adr/0018).

import { basename, extname } from 'node:path';
import { type ModuleOptions, programOfModule } from '../../module/passes/index.js';
import type { Library } from '../../module/passes/link.js';
import { type LoopBound, withLoopBounds } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { type Diagnostic, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type { Declaration } from './ast.js';
import type { ModelFunctions } from './check/scope.js';
import { type COptions, checkFiles, withTexts } from './checked.js';
import { libraryFile } from './diagnostics.js';
import { type Emitted, emitUnit } from './emit/index.js';
import { isSame, Mistakes } from './mistakes.js';
import { parseTokens } from './parse/index.js';
import { preprocess } from './preprocessor/preprocess.js';

/** The library: its definitions, and its prototypes as C. */
interface LibraryFiles {
  readonly definitions: Library;
  readonly prototypes: string;
}

export interface ModuleReadOptions extends COptions, Pick<ModuleOptions, 'onPass'> {
  readonly library: LibraryFiles;
}

/** The name of the function or variable that a line declares. */
const declares = /^(?:.*?(\w+)\(.*\)|extern .*?(\w+)(?:\[\])?);$/gm;

const isVariable = (line: string): boolean => line.startsWith('extern ');

/** The names that prototypes declare, and the line of each. */
export const declaredIn = (prototypes: string): ReadonlyMap<string, string> =>
  new Map([...prototypes.matchAll(declares)].map(([line, f, variable]) => [f ?? variable, line] as const));

/** The line that declares a name. A program uses few names, so the text is searched, and no table is made of it. */
export function declaringLine(prototypes: string, name: string): string | undefined {
  for (const end of ['(', ';', '[];'])
    for (let at = prototypes.indexOf(name + end); at >= 0; at = prototypes.indexOf(name + end, at + 1)) {
      if (isPartOfName.test(prototypes[at - 1] ?? '')) continue;
      const line = prototypes.slice(prototypes.lastIndexOf('\n', at) + 1, prototypes.indexOf('\n', at));
      if (declaredIn(line).has(name)) return line;
    }
  return undefined;
}

const isPartOfName = /\w/;

/** A prototype is parsed when the program uses the function. */
function modelFunctions(prototypes: string): ModelFunctions {
  const lines = new Map<string, string | undefined>();
  const lineOf = (name: string): string | undefined => {
    if (!lines.has(name)) lines.set(name, declaringLine(prototypes, name));
    return lines.get(name);
  };
  return {
    used: new Map(),
    prototype: (name) => {
      const line = lineOf(name);
      return line === undefined || isVariable(line) ? undefined : declarationIn(line);
    },
    hasVariable: (name) => isVariable(lineOf(name) ?? ''),
  };
}

function declarationIn(line: string): Declaration | undefined {
  const [declaration] = parseTokens(preprocess(line, libraryFile).tokens, new Mistakes());
  return declaration?.kind === 'declaration' ? declaration : undefined;
}

interface ModuleOfC extends Emitted {
  readonly mistakes: Mistakes;
  /** The files that it was read from. */
  readonly texts: ReadonlyMap<string, string>;
}

export function moduleOfC(text: string, file: string, options: ModuleReadOptions): ModuleOfC {
  const texts = new Map([[file, text]]);
  return withTexts(file, texts, () => {
    const model = modelFunctions(options.library.prototypes);
    const { unit, mistakes, unsetIsAny, anyInMemory } = checkFiles(text, file, options, model, texts);
    options.onPhase?.('inlining');
    const anyIn = anyInMemory ? 'all' : unsetIsAny ? 'unaddressed' : 'none';
    return { ...emitUnit(unit, { file, text }, anyIn), mistakes, texts };
  });
}

export function programOfC(text: string, file: string, options: ModuleReadOptions): Program {
  const emitted = moduleOfC(text, file, options);
  const { module, refused, mistakes, texts } = emitted;
  const { library, unroll, args, observe, indivisible, onPass } = options;
  const name = basename(file, extname(file));
  return withTexts(file, texts, () => {
    const program = withAllMistakes(refused, mistakes, () =>
      programOfModule(module, library.definitions, {
        name,
        ...present({ unroll, args, observe, indivisible, onPass }),
      }),
    );
    return withLoopBounds(program, boundsIn(program, emitted, file, options.loopBounds ?? []));
  });
}

/** A refusal of the passes is one of C. */
const ofC = (met: Diagnostic): Diagnostic =>
  met.code === 'module-unsupported' ? { ...met, code: 'c-unsupported' } : met;

/** A construct that a thread comes to is told as it was found, and the others that are not supported with it. */
function withAllMistakes<T>(refused: readonly Diagnostic[], mistakes: Mistakes, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { more: further = [], ...one } = error.diagnostic;
    const reached = [one, ...further].map(
      (met) => refused.find((known) => isSame(known, met)) ?? mistakes.known(met) ?? ofC(met),
    );
    const [first = one, ...more] = mistakes.andOthers(reached);
    throw new InputError(more.length === 0 ? first : { ...first, more }, error.text);
  }
}

/** The bounds that the user and the program state. A loop may have been written out, or lie where no thread comes: it needs none. */
function boundsIn(
  program: Program,
  { loops, texts }: ModuleOfC,
  file: string,
  stated: readonly LoopBound[],
): LoopBound[] {
  const hasLoop = (bound: LoopBound): boolean => {
    try {
      withLoopBounds(program, [bound]);
      return true;
    } catch {
      return false;
    }
  };
  const isGone = ({ line, file: other }: LoopBound): boolean =>
    loops.some((loop) => loop.line === line && loop.file === other);
  return [
    ...stated.filter((b) => texts.has(b.file ?? file) && (hasLoop(b) || !isGone(b))),
    ...loops.flatMap(({ bound, ...at }) => (bound === undefined ? [] : [{ ...at, bound }])).filter(hasLoop),
  ];
}
