// Optional fields. An absent field and an undefined one differ for the compiler and for printed objects. No object
// here has undefined fields.

/** `T` without its undefined fields. */
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
