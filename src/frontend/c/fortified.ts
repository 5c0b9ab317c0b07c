// The functions of _FORTIFY_SOURCE: each also takes the size of its target, which diptych checks by itself.

interface Fortified {
  readonly name: string;
  /** Which of its arguments the plain function does not have. */
  readonly extra: readonly number[];
}

const plain: readonly (readonly [names: string, extra: readonly number[]])[] = [
  ['memcpy memmove mempcpy memset strncpy strncat stpncpy strlcpy strlcat', [3]],
  ['strcpy stpcpy strcat', [2]],
  ['sprintf vsprintf', [1, 2]],
  ['snprintf vsnprintf', [2, 3]],
  ['printf vprintf', [0]],
  ['longjmp', []],
  ['fprintf vfprintf dprintf vdprintf asprintf', [1]],
];

const all: ReadonlyMap<string, Fortified> = new Map(
  plain.flatMap(([names, extra]) => names.split(' ').map((name) => [`__${name}_chk`, { name, extra }])),
);

/** The function that `__builtin___memset_chk` or `__memset_chk` is. */
export const fortified = (name: string): Fortified | undefined =>
  name.endsWith('_chk') ? all.get(name.replace(/^__builtin_/, '')) : undefined;
