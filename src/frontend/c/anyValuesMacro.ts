// The macro (`-D DIPTYCH_ANY_VALUES`) under which what nobody has written may have any value (lower/memory/anyInitial.ts). It stands alone,
// so that who defines it need not load what reads C.

export const anyValuesMacro = 'DIPTYCH_ANY_VALUES';
