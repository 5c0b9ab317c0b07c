// Optional fields. The compiler and printed objects distinguish an absent field from an undefined one. Objects
// of this project leave a field out instead of setting it to undefined.

/** `T`, in which each field that may be undefined is optional instead. */
type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields that have a value, to be spread into an object: `{ line, ...present({ file, hint }) }`. */
export function present<const T extends object>(fields: T): Present<T>;
export function present(fields: Readonly<Record<string, unknown>>): object {
  const found: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== undefined) found[key] = fields[key];
  return found;
}
