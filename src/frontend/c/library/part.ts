/** A function or variable of the library, and its C, in which N is its name and other parts are called `__lib_name`. */
export type LibraryPart = readonly [name: string, text: string];

/** What a part is called in the program. */
export const libraryPrefix = '__lib_';
