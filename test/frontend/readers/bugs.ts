// Bugs that are put into a reader of C or into a pass on purpose, each a change to one line or two. The comparison of the readers must
// show them on the programs of programs.ts. `find` must occur exactly once in the file.

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
  'index-at-the-end',
  'waits-with-the-mutex',
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

const passes = 'module/passes';

const ofPasses: readonly FrontEndBug[] = [
  seededBug(
    'range-not-cut',
    'a fill that ends within a cell fills the cell',
    `${passes}/cells/divide.ts`,
    'cuts.add(object, offset + Number(size.value));',
    '',
  ),
  seededBug(
    'part-not-moved',
    'a part of a register is read from its lowest byte',
    `${passes}/settle/promote.ts`,
    "shift === 0 ? bits : binary('lshr', bits, constant(8 * shift, whole));",
    'bits;',
  ),
  seededBug(
    'subtraction-adds',
    'an atomic subtraction adds',
    `${passes}/program/access.ts`,
    "sub: '-',",
    "sub: '+',",
  ),
  seededBug(
    'unset-on-one-path',
    'a local counts as written if some path writes it',
    `${passes}/settle/initialised.ts`,
    "if (event.kind === 'reads' && (now & unset) !== 0) {",
    "if (event.kind === 'reads' && now === unset) {",
  ),
  seededBug(
    'thread-local-of-main',
    'every thread has the thread-local variables of main',
    `${passes}/settle/propagate.ts`,
    'this.#settling.ofThread(leaf.name, this.#thread)',
    'this.#settling.ofThread(leaf.name, 0)',
  ),
  seededBug(
    'compared-signed',
    'ult compares signed numbers',
    `${passes}/program/expressions.ts`,
    "ult: '<u',",
    "ult: '<',",
  ),
  seededBug(
    'fences-of-orders-lost',
    'atomic operations have no fences',
    `${passes}/program/access.ts`,
    'const fences = order === undefined || code.inSection ? undefined : surround(operation, order);',
    "const fences = order === undefined || operation !== 'fence' ? undefined : surround(operation, order);",
  ),
  seededBug(
    'indices-unchecked',
    'indices are not compared with the length of the array',
    `${passes}/program/threadCode.ts`,
    'isBelow(node.index, node.count)) return;',
    'node.count > 0) return;',
  ),
  seededBug(
    'shown-signed',
    'final states show unsigned variables as signed ones',
    `${passes}/observed.ts`,
    "const isUnsigned = reads === 'unsigned' || reads === 'bool';",
    "const isUnsigned = reads === 'bool';",
  ),
  seededBug(
    'never-woken-alone',
    'a wait outside of loops, and a weak exchange, do not end by chance',
    `${passes}/spurious.ts`,
    "if (innermost === undefined) return { kind: 'once' };",
    "if (innermost === undefined) return { kind: 'never' };",
  ),
];

export const readerBugs: readonly FrontEndBug[] = [
  ...frontEndBugs.filter(({ name }) => ofC.includes(name)),
  ...ofLlvm,
  ...ofPasses,
];
