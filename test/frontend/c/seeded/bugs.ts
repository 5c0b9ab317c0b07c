// Bugs that are put into the front end on purpose, each a change to one line or two. Both engines stand on the front end, so
// cross-checking cannot see them: the programs of programs.ts must. `find` must occur exactly once in the file.

export interface FrontEndBug {
  readonly name: string;
  /** The bug, in a few words. */
  readonly what: string;
  /** Relative to src. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Of a bug in the library: the text of model/library.txt that it changes. */
  readonly inLibrary?: string;
}

/** The file with the bug in it. */
export function withBug({ name, find, replace }: FrontEndBug, code: string): string {
  const pieces = code.split(find);
  if (pieces.length !== 2) throw new Error(`${name}: found ${pieces.length - 1} times: ${find}`);
  return pieces.join(replace);
}

const c = 'frontend/c';

export const seededBug = (
  name: string,
  what: string,
  file: string,
  find: string,
  replace: string,
): FrontEndBug => ({
  name,
  what,
  file,
  find,
  replace,
});

const library = "readFileSync(join(modelFolder, 'library.txt'), 'utf8');";

/** A bug in a function of the library: a change to the text of its module. */
const libraryBug = (name: string, what: string, find: string, replace: string): FrontEndBug => {
  const [from, to] = [find, replace].map((text) => JSON.stringify(text));
  const changed = library.replace(/;$/, `.replace(${from}, () => ${to});`);
  return { ...seededBug(name, what, 'frontend/libraryFile.ts', library, changed), inLibrary: find };
};

const types: readonly FrontEndBug[] = [
  seededBug(
    'sign-kept',
    'a number is extended by the sign of the type that it becomes',
    `${c}/emit/scalars.ts`,
    'return inPrecision(resized(value, target, isSigned(from)), to);',
    'return inPrecision(resized(value, target, isSigned(to)), to);',
  ),
  seededBug(
    'comparison-signed',
    'unsigned numbers are compared as signed ones',
    `${c}/check/operators.ts`,
    '/^(?:[/%]|>>|[<>]=?)$/.test(op)',
    '/^(?:[/%]|>>)$/.test(op)',
  ),
  seededBug(
    'division-signed',
    'unsigned numbers are divided as signed ones',
    `${c}/check/operators.ts`,
    '/^(?:[/%]|>>|[<>]=?)$/.test(op)',
    '/^(?:>>|[<>]=?)$/.test(op)',
  ),
  seededBug(
    'shift-signed',
    'unsigned numbers are shifted as signed ones',
    `${c}/check/operators.ts`,
    '/^(?:[/%]|>>|[<>]=?)$/.test(op)',
    '/^(?:[/%]|[<>]=?)$/.test(op)',
  ),
  seededBug(
    'common-type-signed',
    'int and unsigned have the common type int',
    `${c}/check/conversions.ts`,
    'if (unsigned.rank >= signed.rank) return unsigned;',
    'if (unsigned.rank >= signed.rank) return signed;',
  ),
  seededBug(
    'not-promoted',
    'integers narrower than int are not promoted',
    `${c}/check/conversions.ts`,
    'value.type.rank < types.intType.rank',
    'value.type.rank < 0',
  ),
  seededBug(
    'enumerators-stand-still',
    'an enumerator without a value is the one before it',
    `${c}/check/structs.ts`,
    'numbers.set(name, next++);',
    'numbers.set(name, next);',
  ),
];

const expressions: readonly FrontEndBug[] = [
  seededBug(
    'postfix-as-prefix',
    'x++ is the new value',
    `${c}/check/operators.ts`,
    "e.prefix ? 'new' : 'old'",
    "'new'",
  ),
  seededBug('decrement-adds', 'x-- adds one', `${c}/check/operators.ts`, "e.delta === 1 ? '+' : '-'", "'+'"),
  seededBug(
    'and-evaluates-both',
    '&& evaluates its right side in any case',
    `${c}/emit/values.ts`,
    'emitCondition(f, left, isAnd ? other : end, isAnd ? end : other),',
    'emitCondition(f, left, other, other),',
  ),
  seededBug(
    'constant-condition-swapped',
    'a constant ?: takes the other side',
    `${c}/check/constants.ts`,
    'condition ? value.whenTrue : value.whenFalse',
    'condition ? value.whenFalse : value.whenTrue',
  ),
  seededBug(
    'beyond-the-end',
    '&a[n+1] is accepted',
    `${c}/emit/places.ts`,
    'index.value <= length;',
    'index.value <= length + 1;',
  ),
  seededBug(
    'index-at-the-end',
    'a[n] is accepted',
    `module/passes/program/threadCode.ts`,
    "binary('<u', index, constant(node.count, widthOf(index))),",
    "binary('<=u', index, constant(node.count, widthOf(index))),",
  ),
  seededBug(
    'no-division-check',
    'a division by zero is not found',
    `${c}/emit/scalars.ts`,
    'requireDivisor(f, b);',
    '',
  ),
];

const flow: readonly FrontEndBug[] = [
  seededBug(
    'range-without-low',
    'case low ... high without low',
    `${c}/emit/statements.ts`,
    'let n = low;',
    'let n = high > low ? low + 1n : low;',
  ),
  seededBug(
    'default-ignored',
    'a switch without a matching case does nothing',
    `${c}/emit/statements.ts`,
    "if (item.kind === 'default') otherwise = to;",
    "if (item.kind === 'default') otherwise = end;",
  ),
  seededBug(
    'goto-ignored',
    'a goto does nothing',
    `${c}/emit/statements.ts`,
    'f.jump(f.labelled(s.label));',
    '',
  ),
  seededBug(
    'step-skipped',
    'a for loop never takes its step',
    `${c}/emit/statements.ts`,
    'emitEffect(f, step);',
    '',
  ),
  seededBug(
    'continue-skips-step',
    'continue in a for loop leaves its step out',
    `${c}/emit/statements.ts`,
    'f.scopes.enter(end, testAfter || step === undefined ? test : next);',
    'f.scopes.enter(end, test);',
  ),
];

const text: readonly FrontEndBug[] = [
  seededBug(
    'octal-escape-as-decimal',
    "'\\101' is read as decimal",
    `${c}/literals.ts`,
    'Number.parseInt(octal, 8)',
    'Number.parseInt(octal, 10)',
  ),
  seededBug('char-unsigned', "'\\377' is 255", `${c}/literals.ts`, '(value << 24) >> 24', 'value'),
  seededBug(
    'octal-as-decimal',
    '0777 is 777',
    `${c}/literals.ts`,
    `\`0o\${digits.slice(1)}\``,
    'digits.slice(1)',
  ),
  seededBug(
    'if-signed',
    '#if compares unsigned numbers as signed ones',
    `${c}/preprocessor/condition.ts`,
    'const unsigned = left.unsigned || right.unsigned;',
    'const unsigned = left.unsigned && right.unsigned;',
  ),
  seededBug(
    'if-precedence',
    '& binds more tightly than ==',
    `${c}/binaryOperators.ts`,
    "      ['&'],\n      ['==', '!='],\n",
    "      ['==', '!='],\n      ['&'],\n",
  ),
  seededBug(
    'paste-expands',
    'an operand of ## is expanded first',
    `${c}/preprocessor/macro.ts`,
    "const raw = pasteNext || isPunctuator(body[i + 1], '##');",
    'const raw = false;',
  ),
];

const concurrency: readonly FrontEndBug[] = [
  seededBug(
    'at-most-loses-last',
    '<=u narrows a nondeterministic value without its last',
    `program/choices/nondetRange.ts`,
    'return value >= 0 ? { from: Math.max(from, 0), to: Math.min(to, value) }',
    'return value >= 0 ? { from: Math.max(from, 0), to: Math.min(to, value - 1) }',
  ),
  seededBug(
    'below-keeps-bound',
    '<u narrows a nondeterministic value with its bound',
    `program/choices/nondetRange.ts`,
    'return value > 0 ? { from: Math.max(from, 0), to: Math.min(to, value - 1) }',
    'return value > 0 ? { from: Math.max(from, 1), to: Math.min(to, value - 1) }',
  ),
  seededBug(
    'above-loses-first',
    '> narrows a nondeterministic value without its first',
    `program/choices/nondetRange.ts`,
    'return { from: Math.max(from, value + 1), to };',
    'return { from: Math.max(from, value + 2), to };',
  ),
  libraryBug(
    'last-waiter-sleeps',
    'signal does not choose the last of several waiters',
    '%29:i32 = intrinsic choose(%$.048:i32)',
    '%29:i32 = intrinsic choose(add(%$.048:i32, -1:i32))',
  ),
  libraryBug(
    'broadcast-wakes-one',
    'broadcast wakes one thread',
    '%$.0$phi:i32 = add(%$.0:i32, 1:i32)\n  jump 7\n28:',
    '%$.0$phi:i32 = %4:i32\n  jump 7\n28:',
  ),
  libraryBug(
    'waits-with-the-mutex',
    'a thread that waits keeps the mutex',
    '  intrinsic give_back(%1:ptr, add(%177:i32, 1:i32), 5:i32)\n',
    '',
  ),
  libraryBug(
    'wakes-without-the-mutex',
    'a thread that was woken does not take the mutex again',
    '%47:i32 = intrinsic take(%1:ptr, 0:i32, 0:i32, 0:i32, add(%45:i32, 1:i32), %1:ptr, @__model.str.4.2)\n',
    '',
  ),
  libraryBug(
    'trylock-always-works',
    'trylock never fails',
    '%$.0$phi:i32 = 16:i32\n  branch ne(%35:i32, 0:i32), 59, 37',
    '%$.0$phi:i32 = 16:i32\n  branch ne(%35:i32, 0:i32), 37, 37',
  ),
  seededBug(
    'assume-ignored',
    'an assumption is ignored',
    `${c}/emit/builtins.ts`,
    "f.intrinsic('assume', [asInteger(emitTruth(f, builtin.condition), 'i32')]);",
    'emitTruth(f, builtin.condition);',
  ),
  seededBug(
    'release-as-relaxed',
    'a release store or read-modify-write has no fence',
    'program/orderFences.ts',
    "releases(order) ? ['store-store'] : []",
    '[]',
  ),
  seededBug(
    'seq-cst-without-fence',
    'a seq_cst store has no fence after it',
    'program/orderFences.ts',
    "if (strongest) return { before, after: ['full'] };",
    'if (strongest) return { before, after: [] };',
  ),
  seededBug(
    'earlier-round',
    'a loop that reads a register of an earlier round only waits',
    'program/spinLoops.ts',
    'const kept = [...writtenIn(loop.body)].filter((name) => live.has(name));',
    'const kept: string[] = [];',
  ),
  seededBug(
    'exchange-without-effect',
    'a round with an exchange that changed the cell is left out',
    'program/roundEffect.ts',
    "return wholeCells ? binary('!=', old, cut(op.value, s)) : constant(1);",
    'return constant(0);',
  ),
  seededBug(
    'effect-of-inner-loop',
    'what a loop within a loop changed is not noted for the outer one',
    'program/spinLoops.ts',
    '[...flags, ...own]',
    'own',
  ),
  seededBug(
    'delay-that-is-read',
    'a loop that only counts is nothing, even if its counter is read later',
    'program/delayLoops.ts',
    '[...written].some((name) => after.has(name))',
    'false',
  ),
];

const passes = 'module/passes';

const ofPasses: readonly FrontEndBug[] = [
  seededBug(
    'range-not-cut',
    'a fill that ends within a cell fills the cell',
    `${passes}/cells/divide.ts`,
    'cuts.add(object, offset + Number(size.value));',
    'cuts.add(object, offset);',
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
    'never-woken-alone',
    'a wait outside of loops, and a weak exchange, do not end by chance',
    `${passes}/spurious.ts`,
    "if (innermost === undefined) return { kind: 'once' };",
    "if (innermost === undefined) return { kind: 'never' };",
  ),
];

export const frontEndBugs: readonly FrontEndBug[] = [
  ...types,
  ...expressions,
  ...flow,
  ...text,
  ...concurrency,
  ...ofPasses,
];
