// Programs, questions and answers as JSON and back. Values that JSON lacks (maps, typed arrays, integers beyond 2^53
// - 1, numbers that are not finite) become an object with one field whose name begins with `$`. The result is data
// and cannot name code. Fields keep their order, so equal data has equal text.

type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

export const textOf = (value: unknown): string => JSON.stringify(isJson(value) ? value : toJson(value));

/** Values without a field that begins with `$` stay as they are. */
export const dataOf = (text: string): unknown => {
  const json: unknown = JSON.parse(text);
  return text.includes('"$') ? fromJson(json) : json;
};

/** The same for text of a stranger: control characters, which would steer a terminal, become `?` wherever they are. */
export const answerOf = (text: string): unknown =>
  mayHaveControls.test(text) ? withoutControls(dataOf(text)) : dataOf(text);

/** In JSON they are escaped, but for those from 127 on. */
const mayHaveControls = /\\[bfru]|[\u007f-\u009f]/;

export const plainText = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '?');

function withoutControls(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(withoutControls);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [plainText(name), withoutControls(field)]),
  );
}

/** Whether it is JSON as it is, but for fields that are undefined, which JSON leaves out. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (Array.isArray(value) ? value.every(isJson) : isPlain(value));
    default:
      return false;
  }
}

function isPlain(value: object): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const [name, field] of Object.entries(value))
    if (name.startsWith('$') || (field !== undefined && !isJson(field))) return false;
  return true;
}

function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'bigint':
      return { $integer: `${value}` };
    case 'number':
      return Number.isFinite(value) ? value : { $number: `${value}` };
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : objectJson(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  }
}

function objectJson(value: object): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return { $map: [...value].map(([key, of]) => [toJson(key), toJson(of)]) };
  if (value instanceof Int32Array) return { $words: [...value] };
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [escaped(name), toJson(field)]));
}

const escaped = (name: string): string => (name.startsWith('$') ? `$${name}` : name);

function fromJson(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(fromJson);
  if (typeof json !== 'object' || json === null) return json;
  const fields = Object.entries(json);
  const [first] = fields;
  if (fields.length === 1 && first !== undefined) {
    const [name, value] = first;
    if (name === '$integer') return BigInt(String(value));
    if (name === '$number') return Number(value);
    if (name === '$map' && Array.isArray(value)) return new Map(value.map(pairOf));
    if (name === '$words' && Array.isArray(value)) return Int32Array.from(value, Number);
  }
  // Not by assignment: a field named __proto__ is a field like any other.
  return Object.fromEntries(fields.map(([name, value]) => [name.replace(/^\$\$/, '$'), fromJson(value)]));
}

const pairOf = (pair: unknown): [unknown, unknown] => {
  const [key, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
  return [fromJson(key), fromJson(value)];
};
