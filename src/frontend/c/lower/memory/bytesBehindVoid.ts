// Objects that the program passes as `void *` and then reads byte by byte. An example is `hash(&key, sizeof key)`, where
// `hash(const void *p, size_t n)` reads `((const unsigned char *)p)[i]`. Neither conversion says that alone.

import type { Value, Variable } from '../../typed.js';
import { type CType, isScalar, sizeOf } from '../../types.js';
import { unconverted } from '../../unconverted.js';
import { isSeenAsBytes } from './views.js';

const isVoidPointer = (type: CType): boolean => type.kind === 'pointer' && type.to.kind === 'void';

const isByte = (type: CType): boolean => type.kind === 'integer' && type.size === 1;

const elementOf = (type: CType): CType => (type.kind === 'array' ? elementOf(type.of) : type);

/** The variable, a `void *`, that the value is read from. */
function readFrom(value: Value): Variable | undefined {
  const from = unconverted(value);
  return from.kind === 'load' && from.place.kind === 'variable' && isVoidPointer(from.type)
    ? from.place.variable
    : undefined;
}

export class BytesBehindVoid {
  /** The types of the objects that each `void *` receives a pointer to. */
  readonly #given = new Map<Variable, CType[]>();
  /** The variables that each is given to. */
  readonly #passed = new Map<Variable, Variable[]>();
  /** The types that each is cast to. */
  readonly #taken = new Map<Variable, CType[]>();

  give(variable: Variable, value: Value): void {
    if (!isVoidPointer(variable.type)) return;
    const { type } = unconverted(value);
    const from = readFrom(value);
    if (from !== undefined) add(this.#passed, from, variable);
    else if (type.kind === 'pointer') add(this.#given, variable, elementOf(type.to));
  }

  cast(operand: Value, to: CType): void {
    const from = readFrom(operand);
    if (from !== undefined) add(this.#taken, from, to);
  }

  /** The variables behind which something else is taken for bytes, with the type of these. */
  *found(): Iterable<readonly [Variable, CType]> {
    for (const [variable, types] of this.#given) {
      const reached = [...this.#reachedFrom(variable)];
      const taken = reached.flatMap((one) => this.#taken.get(one) ?? []);
      // a number is bytes only if no cast takes it for a number of its size: else another value may tell which cast applies
      const isWord = (type: CType): boolean =>
        isScalar(type) && !isByte(type) && !taken.some((to) => !isByte(to) && sizeOf(to) === sizeOf(type));
      for (const one of reached)
        for (const bytes of this.#taken.get(one)?.filter(isByte) ?? [])
          if (types.some((type) => isSeenAsBytes(bytes, type) || isWord(type))) yield [one, bytes];
    }
  }

  #reachedFrom(variable: Variable): Set<Variable> {
    const reached = new Set([variable]);
    for (const one of reached) for (const next of this.#passed.get(one) ?? []) reached.add(next);
    return reached;
  }
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
