// Litmus tests in x86 assembly. The X86 and X86_64 dialects, docs/language.md.

import type { CodeSection } from './section.js';

export const x86Codes = {
  title: 'Litmus tests in x86 assembly',
  about: 'The X86 and X86_64 dialects, docs/language.md.',
  codes: {
    'bad-thread-name': ['The first row names the threads, P0 and so on.', 'thread1 | thread2 ;'],
    'missing-semicolon': ['A row ends with a semicolon.', 'MOV EAX,[x] | MOV EAX,[y]'],
    'unequal-columns': ['A row has as many cells as there are threads.', 'MOV EAX,[x] ; with two threads'],
    'too-large': ['A thread has more rows than a test has.', '10,000 rows'],
    'unknown-instruction': ['The instruction is not one of those that diptych knows.', 'FXSAVE [x]'],
    'bad-operand-count': ['The instruction takes more or fewer operands.', 'MOV EAX'],
    'bad-operand': ['The instruction does not take an operand of that kind.', 'MOV $1,EAX'],
    'bad-lock': ['LOCK is for instructions that read and write memory.', 'LOCK MOV [x],$1'],
    'unsupported-address': ['An address is a location, or a register that holds one.', 'MOV EAX,[x+4]'],
  },
} as const satisfies CodeSection;
