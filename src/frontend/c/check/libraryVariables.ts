// Variables that the C library defines. A preprocessed file declares them as glibc's headers do (`extern FILE *stderr;`), and programs
// declare `extern char **environ;` themselves. diptych's own headers have macros for them.

import { libraryPrefix } from '../library/index.js';
import type { StaticPart, Variable } from '../typed.js';
import { type CType, sameType } from '../types.js';
import { standardStreams } from './builtins/standardStreams.js';
import type { Context } from './scope.js';

/** Other names of the same variables. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['__environ', 'environ'],
  ['_environ', 'environ'],
  ['__progname', 'program_invocation_short_name'],
  ['__progname_full', 'program_invocation_name'],
  ['__tzname', 'tzname'],
  ['__timezone', 'timezone'],
  ['__daylight', 'daylight'],
]);

/** The name under which the model of the library has a variable. */
export const modelVariableName = ({ unit }: Context, name: string): string =>
  unit.model === undefined ? name : (otherNames.get(name) ?? name);

/** The library's variable of that name and type, if the program uses that part of the library. */
export function libraryVariable({ scope, unit }: Context, name: string, type: CType): Variable | undefined {
  if (unit.model !== undefined) return unit.external.get(otherNames.get(name) ?? '');
  const symbol = scope.lookup(libraryPrefix + (otherNames.get(name) ?? name));
  return symbol?.kind === 'variable' && sameType(symbol.variable.type, type) ? symbol.variable : undefined;
}

const isStream = (name: string): name is keyof typeof standardStreams => Object.hasOwn(standardStreams, name);

/**
 * The initial value of stdin, stdout or stderr, if the variable is declared as one of them, as diptych's stdio.h has
 * it.
 */
export function streamInitial({ name, type }: Variable): StaticPart[] | undefined {
  if (!isStream(name) || type.kind !== 'pointer') return undefined;
  return [{ offset: 0, type, value: standardStreams[name] }];
}
