// Bugs that are put into a reader of C on purpose, each a change to one line or two. The comparison of the readers must show them on the
// programs of programs.ts. `find` must occur exactly once in the file.

import { type FrontEndBug, frontEndBugs, seededBug } from '../c/seeded/bugs.js';

/** Bugs of diptych's own reader, which have a judge of their own too. */
const ofC = [
  'comparison-signed',
  'division-signed',
  'shift-signed',
  'common-type-signed',
  'postfix-as-prefix',
  'default-ignored',
  'octal-as-decimal',
  'no-division-check',
  'sign-kept',
  'decrement-adds',
];

const llvm = 'frontend/llvm';

const ofLlvm: readonly FrontEndBug[] = [
  seededBug(
    'sign-not-extended',
    'sext fills with zeros',
    `${llvm}/emit/casts.ts`,
    "    case 'sext':\n      return extendedSigned(value, from, to);",
    "    case 'sext':\n      return resized(value, from, to);",
  ),
  seededBug(
    'udiv-signed',
    'udiv divides signed numbers',
    `${llvm}/emit/arithmetic.ts`,
    'return binary(op, left, divisor);',
    "return binary(op === 'udiv' ? 'sdiv' : op, left, divisor);",
  ),
  seededBug(
    'members-not-aligned',
    'members of a struct follow each other without gaps',
    `${llvm}/layout.ts`,
    'const step = packed ? 1 : layout.align;',
    'const step = packed ? layout.align : 1;',
  ),
  seededBug(
    'branch-swapped',
    'a conditional branch goes the other way',
    `${llvm}/emit/terminators.ts`,
    'whenTrue: last.yes,\n        whenFalse: last.no,',
    'whenTrue: last.no,\n        whenFalse: last.yes,',
  ),
  seededBug(
    'case-as-default',
    'a value without a case goes to the first one',
    `${llvm}/emit/terminators.ts`,
    'otherwise: last.otherwise,',
    'otherwise: last.cases[0]?.to ?? last.otherwise,',
  ),
  seededBug(
    'orders-ignored',
    'every atomic operation is relaxed',
    `${llvm}/emit/memory.ts`,
    "order === 'unordered' || order === 'monotonic' ? 'relaxed' : order;",
    "'relaxed';",
  ),
  seededBug(
    'fence-dropped',
    'fences are taken for those against signal handlers',
    `${llvm}/emit/memory.ts`,
    "if (!i.singleThread) emitter.push({ kind: 'fence'",
    "if (i.singleThread) emitter.push({ kind: 'fence'",
  ),
  seededBug(
    'never-by-chance',
    'a weak exchange never fails by chance',
    `${llvm}/emit/memory.ts`,
    'const fails = i.weak && emitter.unit.failsByChance ?',
    'const fails = i.weak && !emitter.unit.failsByChance ?',
  ),
  seededBug(
    'bytes-reversed',
    'initial values have their highest byte first',
    `${llvm}/emit/globals.ts`,
    'bytes[from + i] = Number(rest & 255n);',
    'bytes[from + size - 1 - i] = Number(rest & 255n);',
  ),
  seededBug(
    'one-for-all-threads',
    'a thread-local variable is one for all threads',
    `${llvm}/emit/globals.ts`,
    "global.threadLocal ? 'thread' : 'static'",
    "'static'",
  ),
];

export const readerBugs: readonly FrontEndBug[] = [
  ...frontEndBugs.filter(({ name }) => ofC.includes(name)),
  ...ofLlvm,
];
