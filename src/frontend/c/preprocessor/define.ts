// #define, and -D on the command line.

import type { SourceSpan } from '../../../program/statement.js';
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
  while (!isPunctuator(tokens[i], ')')) {
    const token = tokens[i];
    if (token === undefined || variadic)
      return preprocessorError(`the parameters of macro ${name.text} are not closed`, token?.at ?? name.at);
    if (isPunctuator(token, '...')) {
      variadic = true;
      parameters.push('__VA_ARGS__');
    } else if (token.kind === 'identifier') {
      if (parameters.includes(token.text))
        preprocessorError(`macro ${name.text} has two parameters ${token.text}`, token.at);
      parameters.push(token.text);
      if (isPunctuator(tokens[i + 1], '...')) {
        variadic = true;
        i++;
      }
    } else preprocessorError(`${token.text} cannot be a parameter of macro ${name.text}`, token.at);
    i++;
    if (isPunctuator(tokens[i], ',')) i++;
    else if (!isPunctuator(tokens[i], ')'))
      preprocessorError(`the parameters of macro ${name.text} are not closed`, tokens[i]?.at ?? name.at);
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
