// C programs by lowering: preprocess, parse, check, lower.

import { basename } from 'node:path';
import { defaultUnroll, type LoopBound } from '../../../program/loopBounds.js';
import type { Program } from '../../../program/program.js';
import type { SourceSpan } from '../../../program/statement.js';
import { validate } from '../../../program/validate.js';
import { bug, InputError } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { ExternalDeclaration } from '../ast.js';
import { checkFiles, withTexts } from '../checked.js';
import { libraryFile } from '../diagnostics.js';
import { floatsName, libraryText } from '../library/index.js';
import type { Mistakes } from '../mistakes.js';
import type { COptions } from '../options.js';
import { parseTokens } from '../parse/index.js';
import { preprocess } from '../preprocessor/preprocess.js';
import { lowerUnit } from './index.js';
import { withAllMistakes } from './leftOut.js';
import { deepest } from './programSize.js';

export const readByLowering = (text: string, file: string, options: COptions): Program =>
  parseWith(text, file, options, false) ?? parseWith(text, file, options, true) ?? bug('floats twice');

/** With `floats`, floating-point numbers are computed as the program runs; undefined if that must be. */
function parseWith(text: string, file: string, options: COptions, floats: boolean): Program | undefined {
  const texts = new Map<string, string>([[file, text]]);
  return withTexts(file, texts, () => {
    const declarations = (used: ReadonlySet<string>, mistakes: Mistakes): ExternalDeclaration[] =>
      libraryUsedBy(floats ? new Set([...used, floatsName]) : used, mistakes);
    const checked = checkFiles(text, file, options, { declarations }, texts);
    const { unit, mistakes, unsetIsAny, anyInMemory } = checked;
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
  });
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
