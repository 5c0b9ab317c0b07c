// Truth values of a vector as the bits of a number: hash tables ask in this way which of 16 bytes are free.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { installedLibrary } from '../../../src/frontend/libraryFile.js';
import { programOfLlvm } from '../../../src/frontend/llvm/program.js';

const text = (bytes: readonly number[], expected: number): string => `
@v = global [16 x i8] c"${bytes.map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}"
define i32 @main() {
  %v = load <16 x i8>, ptr @v
  %low = icmp slt <16 x i8> %v, zeroinitializer
  %mask = bitcast <16 x i1> %low to i16
  %same = icmp eq i16 %mask, ${(expected << 16) >> 16}
  br i1 %same, label %end, label %wrong
wrong:
  call void @abort()
  unreachable
end:
  ret i32 0
}
declare void @abort()`;

it('the first element is the lowest bit', () => {
  const library = installedLibrary();
  const isMask = (bytes: Uint8Array, expected: number): boolean => {
    const files = [{ file: 'test.ll', text: text([...bytes], expected) }];
    const program = programOfLlvm(files, { name: 'test', library });
    return explore(program, { model: 'sc' }).findings.length === 0;
  };
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(15), (bytes, other) => {
      const mask = bytes.reduce((sum, byte, k) => sum | ((byte >> 7) << k), 0);
      expect(isMask(bytes, mask)).toBe(true);
      expect(isMask(bytes, mask ^ (1 << other))).toBe(false);
    }),
    { numRuns: 20, seed: 1 },
  );
});
