// How long instructions of x86-64 are, and which of them order memory: those with a lock prefix, xchg with memory, which locks without
// one, and fences. Code is read from its beginning, so that a byte within an instruction is not taken for one.

/** Places of fences and locked instructions. */
export function orderingInstructions(code: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = 0; at < code.length; ) {
    const { length, orders } = instructionAt(code, at);
    if (orders) found.push(at);
    at += length;
  }
  return found;
}

interface Instruction {
  readonly length: number;
  readonly orders: boolean;
}

type Immediate = 0 | 1 | 2 | 3 | 4 | 8;

/** The bytes after an opcode. */
interface Shape {
  readonly modrm: boolean;
  readonly immediate: Immediate;
}

interface Prefixes {
  locked: boolean;
  /** 66: operands of two bytes. */
  short: boolean;
  /** 67: addresses of four bytes. */
  near: boolean;
  repeated: boolean;
  wide: boolean;
}

function instructionAt(code: Uint8Array, start: number): Instruction {
  let at = start;
  const byte = (i: number): number => code[i] ?? 0;
  const prefixes: Prefixes = { locked: false, short: false, near: false, repeated: false, wide: false };
  while (isPrefix(byte(at)) && at - start < 14) note(byte(at++), prefixes);
  if ((byte(at) & 0xf0) === 0x40) prefixes.wide = (byte(at++) & 8) !== 0;
  const first = byte(at++);
  let map = 0;
  let opcode = first;
  if (first === 0x0f) {
    opcode = byte(at++);
    map = opcode === 0x38 ? 2 : opcode === 0x3a ? 3 : 1;
    if (map > 1) opcode = byte(at++);
  } else if (first === 0xc5) {
    map = 1;
    opcode = byte(++at);
    at++;
  } else if (first === 0xc4 || first === 0x62) {
    map = byte(at) & (first === 0xc4 ? 0x1f : 7);
    at += first === 0xc4 ? 2 : 3;
    opcode = byte(at++);
  }
  const shape = map === 0 ? oneByte(opcode, prefixes, byte(at)) : extended(map, opcode);
  const operand = byte(at);
  const inMemory = shape.modrm && operand >> 6 !== 3;
  const length = at - start + (shape.modrm ? operandLength(operand, byte(at + 1)) : 0) + shape.immediate;
  const isFence =
    first === 0x0f && opcode === 0xae && operand >= 0xf0 && !prefixes.short && !prefixes.repeated;
  const exchanges = map === 0 && (opcode === 0x86 || opcode === 0x87) && inMemory;
  return { length, orders: isFence || exchanges || (prefixes.locked && inMemory) };
}

const isPrefix = (byte: number): boolean =>
  byte === 0xf0 ||
  byte === 0xf2 ||
  byte === 0xf3 ||
  (byte >= 0x64 && byte <= 0x67) ||
  byte === 0x26 ||
  byte === 0x2e ||
  byte === 0x36 ||
  byte === 0x3e;

function note(byte: number, prefixes: Prefixes): void {
  if (byte === 0xf0) prefixes.locked = true;
  else if (byte === 0xf2 || byte === 0xf3) prefixes.repeated = true;
  else if (byte === 0x66) prefixes.short = true;
  else if (byte === 0x67) prefixes.near = true;
}

/** The length of the byte that describes the operands, with its further bytes. */
function operandLength(operand: number, scaled: number): number {
  const [mode, base] = [operand >> 6, operand & 7];
  if (mode === 3) return 1;
  const isScaled = base === 4;
  const distance = mode === 1 ? 1 : mode === 2 || (isScaled ? scaled & 7 : base) === 5 ? 4 : 0;
  return 1 + (isScaled ? 1 : 0) + distance;
}

const shape = (modrm: boolean, immediate: Immediate = 0): Shape => ({ modrm, immediate });

function oneByte(opcode: number, { short, near, wide }: Prefixes, operand: number): Shape {
  const immediate: Immediate = short && !wide ? 2 : 4;
  if (opcode < 0x40) {
    const low = opcode & 7;
    return low < 4 ? shape(true) : shape(false, low === 4 ? 1 : low === 5 ? immediate : 0);
  }
  if (opcode >= 0x70 && opcode < 0x80) return shape(false, 1);
  if (opcode >= 0x84 && opcode <= 0x8f) return shape(true);
  if (opcode >= 0xa0 && opcode <= 0xa3) return shape(false, near ? 4 : 8);
  if (opcode >= 0xb0 && opcode <= 0xb7) return shape(false, 1);
  if (opcode >= 0xb8 && opcode <= 0xbf) return shape(false, wide ? 8 : immediate);
  if ((opcode >= 0xd0 && opcode <= 0xd3) || (opcode >= 0xd8 && opcode <= 0xdf)) return shape(true);
  if (opcode >= 0xe0 && opcode <= 0xe7) return shape(false, 1);
  switch (opcode) {
    case 0x63:
    case 0xfe:
    case 0xff:
      return shape(true);
    case 0x68:
    case 0xa9:
      return shape(false, immediate);
    case 0xe8:
    case 0xe9:
      return shape(false, 4);
    case 0x69:
    case 0x81:
    case 0xc7:
      return shape(true, immediate);
    case 0x6b:
    case 0x80:
    case 0x83:
    case 0xc0:
    case 0xc1:
    case 0xc6:
      return shape(true, 1);
    case 0x6a:
    case 0xa8:
    case 0xcd:
    case 0xeb:
      return shape(false, 1);
    case 0xc2:
    case 0xca:
      return shape(false, 2);
    case 0xc8:
      return shape(false, 3);
    case 0xf6:
      return shape(true, (operand & 0x30) === 0 ? 1 : 0);
    case 0xf7:
      return shape(true, (operand & 0x30) === 0 ? immediate : 0);
    default:
      return shape(false);
  }
}

/** Opcodes after 0f that take no operand byte, and those that take a byte behind it. */
const alone = new Set([5, 6, 7, 8, 9, 0x0b, 0x0e, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa]);
const withByte = new Set([0x0f, 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6]);

function extended(map: number, opcode: number): Shape {
  if (map === 3) return shape(true, 1);
  if (map !== 1) return shape(true);
  if (opcode >= 0x80 && opcode <= 0x8f) return shape(false, 4);
  const isAlone =
    alone.has(opcode) || (opcode >= 0x30 && opcode <= 0x37) || (opcode >= 0xc8 && opcode <= 0xcf);
  return isAlone ? shape(false) : shape(true, withByte.has(opcode) ? 1 : 0);
}
