// The value of an expression instruction. Its meaning is that of program/expression.ts; the numbers are opcodes.ts'.

/** A unary opcode ignores `b`. */
export function arithmetic(opcode: number, a: number, b: number): number {
  switch (opcode) {
    case 48:
      return -a | 0;
    case 49:
      return ~a;
    case 50:
      return a === 0 ? 1 : 0;
    case 51:
      return (a << 24) >> 24;
    case 52:
      return (a << 16) >> 16;
    case 53:
      return a & 0xff;
    case 54:
      return a & 0xffff;
    case 64:
      return (a + b) | 0;
    case 65:
      return (a - b) | 0;
    case 66:
      return Math.imul(a, b);
    case 67:
      return b === 0 ? 0 : (a / b) | 0;
    case 68:
      return b === 0 ? 0 : (a % b) | 0;
    case 69:
      return b === 0 ? 0 : ((a >>> 0) / (b >>> 0)) | 0;
    case 70:
      return b === 0 ? 0 : ((a >>> 0) % (b >>> 0)) | 0;
    case 71:
      return a & b;
    case 72:
      return a | b;
    case 73:
      return a ^ b;
    case 74:
      return a << b;
    case 75:
      return a >> b;
    case 76:
      return (a >>> b) | 0;
    case 77:
      return a === b ? 1 : 0;
    case 78:
      return a !== b ? 1 : 0;
    case 79:
      return a < b ? 1 : 0;
    case 80:
      return a <= b ? 1 : 0;
    case 81:
      return a > b ? 1 : 0;
    case 82:
      return a >= b ? 1 : 0;
    case 83:
      return a >>> 0 < b >>> 0 ? 1 : 0;
    case 84:
      return a >>> 0 <= b >>> 0 ? 1 : 0;
    case 85:
      return a >>> 0 > b >>> 0 ? 1 : 0;
    case 86:
      return a >>> 0 >= b >>> 0 ? 1 : 0;
    case 87:
      return a !== 0 && b !== 0 ? 1 : 0;
    case 88:
      return a !== 0 || b !== 0 ? 1 : 0;
    default:
      throw new Error(`no expression has opcode ${opcode}`);
  }
}

/** The value a fetch-and-op leaves: `index` is the operator's place in `fetchOps`. */
export function fetchResult(index: number, old: number, operand: number): number {
  switch (index) {
    case 0:
      return (old + operand) | 0;
    case 1:
      return (old - operand) | 0;
    case 2:
      return old & operand;
    case 3:
      return old | operand;
    case 4:
      return old ^ operand;
    case 5:
      return Math.imul(old, operand);
    case 6:
      return ~(old & operand);
    default:
      throw new Error(`no fetch-and-op has index ${index}`);
  }
}
