// Reads JSON from outside. Every part is asked for by its type. A part of another type is an InputError that says
// where.

import { InputError } from './diagnostic.js';

export class Decoder {
  readonly #value: unknown;
  readonly #file: string;
  /** The path to this part, needed for errors only. */
  readonly #within: Decoder | undefined;
  readonly #key: string | number;

  constructor(value: unknown, file: string, within?: Decoder, key: string | number = '') {
    this.#value = value;
    this.#file = file;
    this.#within = within;
    this.#key = key;
  }

  get #path(): string {
    if (this.#within === undefined) return '';
    const key = this.#key;
    return `${this.#within.#path}${typeof key === 'number' ? `[${key}]` : `.${key}`}`;
  }

  /** A field of an object, or an element of an array. */
  at(key: string | number): Decoder {
    const container = this.#value;
    if (typeof key === 'number') {
      if (!Array.isArray(container)) return this.#fail('an array');
      return new Decoder(container[key], this.#file, this, key);
    }
    if (typeof container !== 'object' || container === null) return this.#fail('an object');
    // Only its own fields, as there are in JSON.
    return new Decoder(Object.getOwnPropertyDescriptor(container, key)?.value, this.#file, this, key);
  }

  /** The field as part of an object, or nothing if it is absent. */
  optional<K extends string, T>(key: K, read: (field: Decoder) => T): { readonly [k in K]?: T } {
    const field = this.at(key);
    if (field.#value === undefined) return {};
    const part: { [k in K]?: T } = {};
    part[key] = read(field);
    return part;
  }

  /** An object without fields of other names, which are most likely misspelt. */
  only(keys: readonly string[]): void {
    const value = this.#value;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const fields = isObject ? Object.keys(value) : this.#fail('an object');
    const unknown = fields.find((field) => !keys.includes(field));
    if (unknown === undefined) return;
    throw new InputError({
      code: 'bad-json',
      message: `${`${this.#path}.${unknown}`.replace(/^\./, '')} is not known`,
      file: this.#file,
      hint: `one of ${keys.join(', ')}`,
    });
  }

  list<T>(read: (element: Decoder) => T): T[] {
    if (!Array.isArray(this.#value)) return this.#fail('an array');
    return Array.from(this.#value, (_, i) => read(this.at(i)));
  }

  /** A list of whole numbers: there may be very many of them. */
  integers(): readonly number[] {
    const value: unknown = this.#value;
    if (!Array.isArray(value)) return this.#fail('an array');
    for (let i = 0; i < value.length; i++) if (!Number.isSafeInteger(value[i])) this.at(i).integer();
    return value;
  }

  /** An object whose fields are all alike. */
  record<T>(read: (field: Decoder) => T): Record<string, T> {
    const value = this.#value;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const names = isObject ? Object.keys(value) : this.#fail('an object');
    return Object.fromEntries(names.map((name) => [name, read(this.at(name))]));
  }

  string(): string {
    return typeof this.#value === 'string' ? this.#value : this.#fail('a string');
  }

  boolean(): boolean {
    return typeof this.#value === 'boolean' ? this.#value : this.#fail('true or false');
  }

  integer(): number {
    const value = this.#value;
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : this.#fail('a whole number');
  }

  number(): number {
    return typeof this.#value === 'number' ? this.#value : this.#fail('a number');
  }

  /** Undefined for null. */
  nullable<T>(read: (value: Decoder) => T): T | undefined {
    return this.#value === null ? undefined : read(this);
  }

  /** The result of `read`. */
  as<T>(read: (value: unknown) => T | undefined, expected: string): T {
    return read(this.#value) ?? this.#fail(expected);
  }

  /** A field that is only there when it holds. */
  yes(): true {
    return this.#value === true ? true : this.#fail('true');
  }

  oneOf<T extends string>(names: readonly T[]): T {
    return names.find((name) => name === this.#value) ?? this.#fail(`one of ${names.join(', ')}`);
  }

  #fail(expected: string): never {
    throw new InputError({
      code: 'bad-json',
      message: `${this.#path === '' ? 'the file' : this.#path.replace(/^\./, '')} should be ${expected}`,
      file: this.#file,
    });
  }
}
