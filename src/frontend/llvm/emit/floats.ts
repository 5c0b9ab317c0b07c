// Floating-point constants: the bits that LLVM writes, or a decimal fraction.

const view = new DataView(new ArrayBuffer(8));

/** The IEEE 754 bits of a constant. LLVM writes a float as the double of the same value. */
export function floatBits(text: string, type: 'f32' | 'f64'): bigint {
  if (text.startsWith('0x')) view.setBigUint64(0, BigInt(text));
  else view.setFloat64(0, Number(text));
  if (type === 'f64') return view.getBigInt64(0);
  view.setFloat32(0, view.getFloat64(0));
  return BigInt(view.getInt32(0));
}
