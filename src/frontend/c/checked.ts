// The files of a program: preprocessed, parsed and checked.

import type { Indivisible } from '../../module/passes/cells/mixed.js';
import type { LoopBound } from '../../program/loopBounds.js';
import { InputError } from '../../support/diagnostic.js';
import type { OnPhase } from '../../support/phase.js';
import { present } from '../../support/present.js';
import { isStackOverflow } from '../../support/stackOverflow.js';
import { readSourceFile } from '../textFile.js';
import { anyValuesMacro } from './anyValuesMacro.js';
import { checkUnits } from './check/index.js';
import { isWord } from './check/library.js';
import type { ModelFunctions } from './check/scope.js';
import { Mistakes } from './mistakes.js';
import { parseTokens } from './parse/index.js';
import { namesUsed, withoutUnused } from './parse/namesUsed.js';
import { type PreprocessOptions, preprocess } from './preprocessor/preprocess.js';
import type { Unit } from './typed.js';

interface FileOptions extends PreprocessOptions {
  /** Bounds of single loops, by the line the loop starts in; `file` absent means the program's own. */
  readonly loopBounds?: readonly LoopBound[];
  /** Other files of the same program. */
  readonly link?: readonly string[];
  /** Called when a phase begins. */
  readonly onPhase?: OnPhase;
}

interface Checked {
  readonly unit: Unit;
  readonly mistakes: Mistakes;
  /** A variable without a value has any, in memory too or only elsewhere. */
  readonly unsetIsAny: boolean;
  readonly anyInMemory: boolean;
}

export function checkFiles(
  text: string,
  file: string,
  options: FileOptions,
  model: ModelFunctions,
  texts: Map<string, string>,
): Checked {
  options.onPhase?.('preprocessing');
  const preprocessed = [
    preprocess(text, file, options),
    ...(options.link ?? []).map((path) => preprocess(linkedText(path, options), path, options, true)),
  ];
  for (const { texts: included } of preprocessed)
    for (const [name, content] of included) texts.set(name, content);
  options.onPhase?.('parsing');
  const mistakes = new Mistakes();
  const used = namesUsed(preprocessed.flatMap(({ tokens }) => tokens));
  const units = preprocessed.map(({ tokens }) =>
    parseTokens(
      withoutUnused(tokens, (name) => used.has(name) || isWord(name)),
      mistakes,
    ),
  );
  mistakes.report();
  options.onPhase?.('checking');
  const unit = checkUnits(units, mistakes, used, model);
  mistakes.report();
  const anyInMemory =
    options.defines?.some((definition) => definition.split('=')[0] === anyValuesMacro) === true;
  const unsetIsAny =
    anyInMemory || preprocessed.some(({ tokens }) => tokens.some((token) => saysUnsetIsAny(token.text)));
  return { unit, mistakes, unsetIsAny, anyInMemory };
}

/** Names of CBMC, ESBMC and SV-COMP, to whose programs a variable without a value has any. */
const saysUnsetIsAny = (name: string): boolean =>
  /^(__CPROVER_|__ESBMC_|nondet_)/.test(name) || name === 'reach_error' || name === '__VERIFIER_error';

function linkedText(path: string, { readFile }: FileOptions): string {
  return readFile?.(path) ?? readSourceFile(path);
}

/** Reads a program; a mistake in it is told with the text of its file, which `texts` has. */
export function withTexts<T>(file: string, texts: ReadonlyMap<string, string>, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isStackOverflow(error))
      throw new InputError({
        code: 'c-unsupported',
        message: 'a program that nests this deeply is not supported',
        file,
      });
    if (!(error instanceof InputError)) throw error;
    const where = error.diagnostic.file ?? file;
    const more = error.diagnostic.more?.map((other) => ({ ...other, file: other.file ?? file }));
    throw new InputError(
      { ...error.diagnostic, ...present({ more }), file: where },
      error.text ?? texts.get(where),
    );
  }
}

export interface COptions extends FileOptions {
  /** Depth of recursion, and iterations of loops that create an unknown number of threads. */
  readonly unroll?: number;
  /** Instead of all globals that are numbers: `x`, `a[1]`, `s.f`. */
  readonly observe?: readonly string[];
  /**
   * Which accesses are atomic sections that cover several cells of memory which threads share: with all of them a program does nothing that
   * it does not do, with none of them everything that it does. Absent: such a program is refused.
   */
  readonly indivisible?: Indivisible;
  /** The arguments of main, after the name of the program. */
  readonly args?: readonly string[];
}
