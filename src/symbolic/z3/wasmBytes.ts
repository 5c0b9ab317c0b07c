// The pieces of small WebAssembly modules that are made as the program runs.

export const i32 = 0x7f;
export const header: readonly number[] = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

export function section(id: number, items: readonly (readonly number[])[]): number[] {
  const content = [...leb(items.length), ...items.flat()];
  return [id, ...leb(content.length), ...content];
}

export const text = (s: string): number[] => [s.length, ...new TextEncoder().encode(s)];

/** A function's code with its local variables in front and its length before both. */
export const body = (code: readonly number[]): number[] => [...leb(code.length), ...code];

/** Unsigned LEB128. */
export function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}
