// The macro (`-D DIPTYCH_ANY_VALUES`) under which an unwritten cell may hold any value.
// It has a file of its own, so that defining it does not load the reader of C.

export const anyValuesMacro = 'DIPTYCH_ANY_VALUES';
