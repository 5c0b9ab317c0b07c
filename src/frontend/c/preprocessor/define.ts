// #define, -D on the command line, and the macros that are there before.

import type { SourceSpan } from '../../../program/statement.js';
import { standardHeader } from '../../libraryFile.js';
import { preprocessorError } from '../diagnostics.js';
import { tokenize } from './lexer.js';
import type { Macro } from './macro.js';
import { isPunctuator, type Token } from './token.js';

/** `tokens` are those after `define`. */
export function parseDefine(tokens: readonly Token[], at: SourceSpan): Macro {
  const name = tokens[0];
  if (name === undefined || name.kind !== 'identifier')
    return preprocessorError('#define needs the name of a macro', name?.at ?? at);
  if (name.text === 'defined') preprocessorError('defined cannot be a macro', name.at);
  const open = tokens[1];
  if (!isPunctuator(open, '(') || open.space)
    return { name: name.text, variadic: false, body: checkBody(tokens.slice(1), name) };
  const parameters: string[] = [];
  let variadic = false;
  let i = 2;
  const notClosed = (): never =>
    preprocessorError(`the parameters of macro ${name.text} are not closed`, tokens[i]?.at ?? name.at);
  while (!isPunctuator(tokens[i], ')')) {
    const token = tokens[i] ?? notClosed();
    if (variadic) notClosed();
    const isRest = isPunctuator(token, '...');
    if (!isRest && token.kind !== 'identifier')
      preprocessorError(`${token.text} cannot be a parameter of macro ${name.text}`, token.at);
    if (!isRest && parameters.includes(token.text))
      preprocessorError(`macro ${name.text} has two parameters ${token.text}`, token.at);
    parameters.push(isRest ? '__VA_ARGS__' : token.text);
    // GNU names the rest: `args...`
    const isNamedRest = !isRest && isPunctuator(tokens[i + 1], '...');
    variadic = isRest || isNamedRest;
    i += isNamedRest ? 2 : 1;
    if (isPunctuator(tokens[i], ',')) i++;
    else if (!isPunctuator(tokens[i], ')')) notClosed();
  }
  return { name: name.text, parameters, variadic, body: checkBody(tokens.slice(i + 1), name) };
}

function checkBody(body: readonly Token[], name: Token): readonly Token[] {
  if (isPunctuator(body[0], '##') || isPunctuator(body[body.length - 1], '##'))
    preprocessorError(`## stands at an end of macro ${name.text}`, name.at);
  return body;
}

/** The macro that a line defines behind `#define`. */
export function definitionIn(line: string, file: string): Macro {
  const tokens = tokenize(line.trimEnd(), file).filter((token) => token.kind !== 'newline');
  return parseDefine(tokens, { file, line: 1, column: 1 });
}

/** `NAME`, `NAME=VALUE` or `NAME(a,b)=BODY`. */
export function defineFromOption(option: string): Macro {
  const equals = option.indexOf('=');
  const text = equals < 0 ? `${option} 1` : `${option.slice(0, equals)} ${option.slice(equals + 1)}`;
  return definitionIn(text, '<command line>');
}

const header = '__predefined.h';

/** By name: the line that defines the macro, and then the macro. */
let definitions: Map<string, string | Macro> | undefined;

/** A macro that is there before the first line, defined in `model/include/system/__predefined.h`. It is read when a program uses its name. */
export function predefinedMacro(name: string): Macro | undefined {
  definitions ??= new Map(
    [...(standardHeader(header) ?? '').matchAll(/^#define ((\w+).*)$/gm)].map(([, line, own]) => [own, line]),
  );
  const known = definitions.get(name);
  if (typeof known !== 'string') return known;
  const macro = definitionIn(known, `<${header}>`);
  definitions.set(name, macro);
  return macro;
}
