// C programs: preprocess, parse, check, lower. docs/language-c.md says which C is understood and what it means.

import { basename } from 'node:path';
import { defaultUnroll, type LoopBound } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import type { SourceSpan } from '../../program/statement.js';
import { validate } from '../../program/validate.js';
import { bug, InputError } from '../../support/diagnostic.js';
import type { OnPhase } from '../../support/phase.js';
import { present } from '../../support/present.js';
import { isStackOverflow } from '../../support/stackOverflow.js';
import { readSourceFile } from '../textFile.js';
import { anyValuesMacro } from './anyValuesMacro.js';
import type { ExternalDeclaration } from './ast.js';
import { checkUnits } from './check/index.js';
import { isWord } from './check/vocabulary.js';
import { libraryFile } from './diagnostics.js';
import { floatsName, libraryText } from './library/index.js';
import { lowerUnit } from './lower/index.js';
import { withAllMistakes } from './lower/leftOut.js';
import type { Indivisible } from './lower/memory/dividedAccesses.js';
import { deepest } from './lower/programSize.js';
import { Mistakes } from './mistakes.js';
import { parseTokens } from './parse/index.js';
import { namesUsed } from './parse/namesUsed.js';
import { withoutUnused } from './parse/unusedDeclarations.js';
import { type PreprocessOptions, preprocess } from './preprocessor/preprocess.js';

export interface COptions extends PreprocessOptions {
  /** Depth of recursion, and iterations of loops that create an unknown number of threads. */
  readonly unroll?: number;
  /** Bounds of single loops, by the line the loop starts in; `file` absent means the program's own. */
  readonly loopBounds?: readonly LoopBound[];
  /** Instead of all globals that are numbers: `x`, `a[1]`, `s.f`. */
  readonly observe?: readonly string[];
  /**
   * Which accesses are atomic sections that cover several cells of memory which threads share: with all of them a program does nothing that
   * it does not do, with none of them everything that it does. Absent: such a program is refused.
   */
  readonly indivisible?: Indivisible;
  /** Other files of the same program. */
  readonly link?: readonly string[];
  /** The arguments of main, after the name of the program. */
  readonly args?: readonly string[];
  /** Called when a phase begins. */
  readonly onPhase?: OnPhase;
}

export function parseC(text: string, file: string, options: COptions = {}): Program {
  return parseWith(text, file, options, false) ?? parseWith(text, file, options, true) ?? bug('floats twice');
}

/** With `floats`, floating-point numbers are computed as the program runs; undefined if that must be. */
function parseWith(text: string, file: string, options: COptions, floats: boolean): Program | undefined {
  const texts = new Map<string, string>([[file, text]]);
  try {
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
    const library = libraryUsedBy(floats ? new Set([...used, floatsName]) : used, mistakes);
    const [first, ...others] = preprocessed.map(({ tokens }) =>
      parseTokens(
        withoutUnused(tokens, (name) => used.has(name) || isWord(name)),
        mistakes,
      ),
    );
    mistakes.report();
    options.onPhase?.('checking');
    const unit = checkUnits([[...library, ...first], ...others], mistakes, used);
    mistakes.report();
    const bounds = (options.loopBounds ?? []).filter((b) => texts.has(b.file ?? file));
    const met = new Set<LoopBound>();
    const loopBound = (at: SourceSpan): number | undefined => {
      const stated = bounds.find((b) => b.line === at.line && (b.file ?? file) === (at.file ?? file));
      if (stated !== undefined) met.add(stated);
      return stated?.bound;
    };
    options.onPhase?.('lowering');
    const refuse = (): never => {
      mistakes.refuse();
      return bug('a statement is refused that has no mistake');
    };
    const unroll = options.unroll ?? defaultUnroll;
    const anyInMemory =
      options.defines?.some((definition) => definition.split('=')[0] === anyValuesMacro) === true;
    const unsetIsAny =
      anyInMemory || preprocessed.some(({ tokens }) => tokens.some(({ text }) => saysUnsetIsAny(text)));
    const args = options.args ?? [];
    const stated = { unroll, loopBound, refuse, unsetIsAny, anyInMemory, floats, args };
    const lowered = withAllMistakes(
      (leftOut) =>
        deepest(unroll, (depth) =>
          lowerUnit(
            unit,
            { ...stated, depth, ...present({ leftOut, indivisible: options.indivisible }) },
            options.observe,
          ),
        ),
      (reached) => mistakes.andOthers(reached),
    );
    if (lowered === 'floats') return undefined;
    const unused = bounds.find((bound) => !met.has(bound));
    if (unused !== undefined)
      throw new InputError({
        code: 'no-such-loop',
        message: `no loop is at line ${unused.line}`,
        line: unused.line,
        ...present({ file: unused.file }),
      });
    return validate({ name: basename(file).replace(/\.[ci]$/, ''), ...lowered, source: { file, text } });
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

/** The functions of the library that are C, as far as the program mentions them. */
function libraryUsedBy(names: ReadonlySet<string>, mistakes: Mistakes): ExternalDeclaration[] {
  const text = libraryText(names);
  if (text === '') return [];
  const own = preprocess(text, libraryFile).tokens.map((token) => ({
    ...token,
    at: { ...token.at, file: libraryFile },
  }));
  return parseTokens(own, mistakes);
}

/** Names of CBMC, ESBMC and SV-COMP, to whose programs a variable without a value has any. */
const saysUnsetIsAny = (name: string): boolean =>
  /^(__CPROVER_|__ESBMC_|nondet_)/.test(name) || name === 'reach_error' || name === '__VERIFIER_error';

function linkedText(path: string, { readFile }: COptions): string {
  return readFile?.(path) ?? readSourceFile(path);
}

export async function readCFile(path: string, options: COptions = {}): Promise<Program> {
  const text = readSourceFile(path);
  return parseC(text, path, options);
}
