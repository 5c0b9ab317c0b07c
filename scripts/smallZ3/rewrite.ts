// Rewrites the functions of a WebAssembly module. They keep their numbers, types and places in tables. All other
// bytes stay, except the names for debuggers.

type Bytes = Uint8Array<ArrayBuffer>;

/** The body of a function, from its local variables on, by its number among those that the module defines. */
type Rewrite = (index: number, body: Bytes) => readonly Uint8Array[];

const header = 8;
const [customSection, importSection, exportSection, codeSection] = [0, 2, 7, 10];
const [functionKind, tableKind, memoryKind, globalKind] = [0, 1, 2, 3];
const [unreachable, end, i32Const, i32Store8] = [0x00, 0x0b, 0x41, 0x3a];

/**
 * Keeps only these functions. A call of any other traps, and no code of the module can catch a trap. So an answer of
 * the cut module is an answer of the whole one. Removed functions cannot be called from outside at all.
 */
export function cut(module: Bytes, kept: ReadonlySet<number>): Bytes {
  const stub = Uint8Array.of(0, unreachable, end);
  const imported = importedFunctions(module);
  const bodies: Rewrite = (index, body) => [kept.has(index) ? body : stub];
  return rewrite(module, bodies, (index) => index < imported || kept.has(index - imported));
}

/** Each function writes a one at `address` and its number before it does anything else. */
export function traced(module: Bytes, address: number): Bytes {
  return rewrite(module, (index, body) => {
    const start = afterLocals(body);
    const mark = [i32Const, ...signed(index), i32Const, 1, i32Store8, 0, ...unsigned(address)];
    return [body.subarray(0, start), Uint8Array.from(mark), body.subarray(start)];
  });
}

/** How many functions a module defines. */
export function functionCount(module: Bytes): number {
  const code = sections(module).find(({ id }) => id === codeSection);
  return code === undefined ? 0 : number(module, code.content).value;
}

/** The functions of its own that a module exports, and their names. */
export function exportedFunctions(module: Bytes): { readonly name: string; readonly index: number }[] {
  const imported = importedFunctions(module);
  return exportsIn(module)
    .filter(({ isFunction, index }) => isFunction && index >= imported)
    .map(({ name, index }) => ({ name, index: index - imported }));
}

/** `isExported`: of the functions that the module exports, by their numbers with those that it imports. */
function rewrite(module: Bytes, change: Rewrite, isExported?: (index: number) => boolean): Bytes {
  const parts: Uint8Array[] = [module.subarray(0, header)];
  for (const { id, start, content, end } of sections(module)) {
    if (id === customSection && isOfNames(module, content)) continue;
    if (id === exportSection && isExported !== undefined) {
      const exports = exportsIn(module).filter(({ isFunction, index }) => !isFunction || isExported(index));
      const count = Uint8Array.from(unsigned(exports.length));
      parts.push(section(id, [count, ...exports.map(({ bytes }) => bytes)]));
      continue;
    }
    if (id !== codeSection) {
      parts.push(module.subarray(start, end));
      continue;
    }
    const count = number(module, content);
    const bodies: Uint8Array[] = [Uint8Array.from(unsigned(count.value))];
    let at = count.after;
    for (let index = 0; index < count.value; index++) {
      const size = number(module, at);
      at = size.after + size.value;
      const pieces = change(index, module.subarray(size.after, at));
      bodies.push(Uint8Array.from(unsigned(lengthOf(pieces))), ...pieces);
    }
    parts.push(section(id, bodies));
  }
  return joined(parts);
}

function section(id: number, content: readonly Uint8Array[]): Bytes {
  return joined([Uint8Array.of(id, ...unsigned(lengthOf(content))), ...content]);
}

interface Export {
  readonly name: string;
  readonly isFunction: boolean;
  readonly index: number;
  readonly bytes: Bytes;
}

function exportsIn(module: Bytes): Export[] {
  const found = sections(module).find(({ id }) => id === exportSection);
  if (found === undefined) return [];
  const exports: Export[] = [];
  for (let at = number(module, found.content).after; at < found.end; ) {
    const kind = afterText(module, at);
    const name = new TextDecoder().decode(module.subarray(number(module, at).after, kind));
    const { value, after } = number(module, kind + 1);
    const bytes = module.subarray(at, after);
    exports.push({ name, isFunction: module[kind] === functionKind, index: value, bytes });
    at = after;
  }
  return exports;
}

/** How many functions a module imports: their numbers come before those of its own. */
function importedFunctions(module: Bytes): number {
  const found = sections(module).find(({ id }) => id === importSection);
  if (found === undefined) return 0;
  const count = number(module, found.content);
  let functions = 0;
  let at = count.after;
  for (let i = 0; i < count.value; i++) {
    const kind = afterText(module, afterText(module, at));
    if (module[kind] === functionKind) functions++;
    at = afterImport(module, kind);
  }
  return functions;
}

function afterImport(module: Bytes, kind: number): number {
  switch (module[kind]) {
    case functionKind:
      return number(module, kind + 1).after;
    case tableKind:
      return afterLimits(module, kind + 2);
    case memoryKind:
      return afterLimits(module, kind + 1);
    case globalKind:
      return kind + 3;
    default:
      throw new Error('an import that is not understood');
  }
}

function afterLimits(module: Bytes, flags: number): number {
  const least = number(module, flags + 1);
  return (module[flags] & 1) === 0 ? least.after : number(module, least.after).after;
}

function afterText(module: Bytes, at: number): number {
  const { value, after } = number(module, at);
  return after + value;
}

interface Section {
  readonly id: number;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

function sections(module: Bytes): Section[] {
  const found: Section[] = [];
  for (let start = header; start < module.length; ) {
    const { value, after } = number(module, start + 1);
    found.push({ id: module[start], start, content: after, end: after + value });
    start = after + value;
  }
  return found;
}

function isOfNames(module: Bytes, content: number): boolean {
  const { value, after } = number(module, content);
  return new TextDecoder().decode(module.subarray(after, after + value)) === 'name';
}

function afterLocals(body: Bytes): number {
  const groups = number(body, 0);
  let at = groups.after;
  // A count and a type of one byte.
  for (let i = 0; i < groups.value; i++) at = number(body, at).after + 1;
  return at;
}

/** The unsigned LEB128 at `at`. */
function number(bytes: Bytes, at: number): { readonly value: number; readonly after: number } {
  let value = 0;
  for (let i = at, shift = 0; ; i++, shift += 7) {
    value |= (bytes[i] & 0x7f) << shift;
    if (bytes[i] < 0x80) return { value: value >>> 0, after: i + 1 };
  }
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** Of a number that is not negative: its last byte must not look like a sign. */
const signed = (value: number): number[] => {
  const bytes = unsigned(value);
  const last = bytes[bytes.length - 1];
  return last < 0x40 ? bytes : [...bytes.slice(0, -1), last | 0x80, 0];
};

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

function joined(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
