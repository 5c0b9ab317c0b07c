// The processor. `--native`, which compiles a program and runs it.

import type { CodeSection } from './section.js';

export const nativeCodes = {
  title: 'The processor',
  about: '`--native`, which compiles a program and runs it.',
  codes: {
    'no-compiler': ['There is no C compiler.', 'a machine without gcc'],
    'no-processor': [
      'This computer is neither x86 nor AArch64, and there is no emulator of x86.',
      'an x86 litmus test on RISC-V',
    ],
    'not-native': ['The program has something that has no counterpart on a processor.', 'nondet(0, 3)'],
    'not-compiled': ['The compiler refuses it.', 'a header that only diptych has'],
    'not-run': ['It did not end, or ended with an error, on the processor.', 'an endless loop'],
  },
} as const satisfies CodeSection;
