// Variables that the C library defines. A preprocessed file declares them as glibc's headers do (`extern FILE *stderr;`), and programs
// declare `extern char **environ;` themselves.

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

/** The name under which the library has a variable. */
export const libraryVariableName = (name: string): string => otherNames.get(name) ?? name;
