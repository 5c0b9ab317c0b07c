/**
 * A function or variable of the library, and its C, in which N is its name and other parts are called `__lib_name`. Long text that few programs
 * need is made when it is asked for: what is made at the start is kept with the compiled code.
 */
export type LibraryPart = readonly [name: string, text: string | (() => string)];

/** The prefix of a part's name in the program. */
export const libraryPrefix = '__lib_';
