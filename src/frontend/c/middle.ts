// C programs on the middle: preprocess, parse, check, emit a module; the passes over modules make the program of it (docs/adr/0018).

import { basename, extname } from 'node:path';
import { libraryOfText } from '../../module/libraryText.js';
import { type ModuleOptions, programOfModule } from '../../module/passes/index.js';
import { type LoopBound, withLoopBounds } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { type Diagnostic, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type { Declaration } from './ast.js';
import type { ModelFunctions } from './check/scope.js';
import { checkFiles, type FileOptions, withTexts } from './checked.js';
import { libraryFile } from './diagnostics.js';
import { type Emitted, emitUnit } from './emit/index.js';
import { Mistakes } from './mistakes.js';
import { parseTokens } from './parse/index.js';
import { preprocess } from './preprocessor/preprocess.js';

/** The library as text: its definitions, a module, and its prototypes, C. */
interface LibraryFiles {
  readonly definitions: string;
  readonly prototypes: string;
}

export interface MiddleOptions
  extends FileOptions,
    Pick<ModuleOptions, 'unroll' | 'args' | 'observe' | 'onPass'> {
  readonly library: LibraryFiles;
}

/** Says to the headers that the library is a model the program is linked with. */
const modelMacro = '__DIPTYCH_MODEL__';

/** The name of the function or variable that a line declares. */
const declares = /^(?:.*?(\w+)\(.*\)|extern .*?(\w+)(?:\[\])?);$/gm;

const isVariable = (line: string): boolean => line.startsWith('extern ');

const linesOf = new Map<string, ReadonlyMap<string, string>>();

/** A prototype is parsed when the program uses the function. */
function modelFunctions(prototypes: string): ModelFunctions {
  const lines =
    linesOf.get(prototypes) ??
    new Map([...prototypes.matchAll(declares)].map(([line, f, variable]) => [f ?? variable, line] as const));
  linesOf.set(prototypes, lines);
  return {
    used: new Map(),
    prototype: (name) => {
      const line = lines.get(name);
      return line === undefined || isVariable(line) ? undefined : declarationIn(line);
    },
    hasVariable: (name) => isVariable(lines.get(name) ?? ''),
  };
}

function declarationIn(line: string): Declaration | undefined {
  const [declaration] = parseTokens(preprocess(line, libraryFile).tokens, new Mistakes());
  return declaration?.kind === 'declaration' ? declaration : undefined;
}

export function moduleOfC(text: string, file: string, options: MiddleOptions): Emitted {
  const texts = new Map([[file, text]]);
  return withTexts(file, texts, () => {
    const model = modelFunctions(options.library.prototypes);
    const defines = [...(options.defines ?? []), modelMacro];
    const { unit, unsetIsAny, anyInMemory } = checkFiles(
      text,
      file,
      { ...options, defines },
      { model },
      texts,
    );
    options.onPhase?.('lowering');
    const anyIn = anyInMemory ? 'all' : unsetIsAny ? 'unaddressed' : 'none';
    return emitUnit(unit, { file, text }, { anyIn });
  });
}

export function programOfC(text: string, file: string, options: MiddleOptions): Program {
  const { module, bounds, mistakes } = moduleOfC(text, file, options);
  const { unroll, args, observe, onPass } = options;
  const name = basename(file, extname(file));
  const library = libraryOfText(options.library.definitions);
  const texts = new Map([[file, text]]);
  return withTexts(file, texts, () => {
    const program = told(mistakes, () =>
      programOfModule(module, library, { name, ...present({ unroll, args, observe, onPass }) }),
    );
    return withLoopBounds(program, [...(options.loopBounds ?? []), ...reached(program, bounds)]);
  });
}

/** A refusal of the passes is one of C. Where it stands for a mistake of the program, that is told. */
function told<T>(mistakes: readonly Diagnostic[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.diagnostic.code !== 'module-unsupported') throw error;
    const { message, line, file } = error.diagnostic;
    const mistake = mistakes.find((m) => m.message === message && m.line === line && m.file === file);
    throw new InputError(mistake ?? { ...error.diagnostic, code: 'c-unsupported' }, error.text);
  }
}

/** A loop that the program bounds may have been written out, or lie where no thread comes. */
function reached(program: Program, bounds: readonly LoopBound[]): LoopBound[] {
  return bounds.filter((bound) => {
    try {
      withLoopBounds(program, [bound]);
      return true;
    } catch {
      return false;
    }
  });
}
