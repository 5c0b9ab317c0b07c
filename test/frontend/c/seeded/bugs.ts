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

const types: readonly FrontEndBug[] = [
  seededBug(
    'sign-kept',
    'a signed char keeps its sign as an unsigned short',
    `${c}/lower/fold.ts`,
    '(to.signed || !from.signed)',
    '(to.signed || from.signed)',
  ),
  seededBug(
    'comparison-signed',
    'unsigned numbers are compared as signed ones',
    `${c}/check/operators.ts`,
    "    case '>>':\n    case '<':\n    case '<=':\n    case '>':\n    case '>=':\n      return",
    "    case '>>':\n      return",
  ),
  seededBug(
    'division-signed',
    'unsigned numbers are divided as signed ones',
    `${c}/check/operators.ts`,
    "    case '/':\n    case '%':\n    case '>>':\n    case '<':",
    "    case '>>':\n    case '<':",
  ),
  seededBug(
    'shift-signed',
    'unsigned numbers are shifted as signed ones',
    `${c}/check/operators.ts`,
    "    case '%':\n    case '>>':\n    case '<':",
    "    case '%':\n    case '<':",
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
    'value.type.rank < intType.rank ? convert(value, intType) : value',
    'value.type.rank < 0 ? convert(value, intType) : value',
  ),
  seededBug(
    'enumerators-stand-still',
    'an enumerator without a value is the one before it',
    `${c}/check/structs.ts`,
    '    next++;\n',
    '',
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
    `${c}/lower/values.ts`,
    '? emitter.choose(left, right, () => zero, at)',
    "? foldBinary('&&', left, right())",
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
    `${c}/lower/memory/places.ts`,
    'onePast ? place.length + 1 : place.length',
    'onePast ? place.length + 2 : place.length',
  ),
  seededBug(
    'index-at-the-end',
    'a[n] is accepted',
    `${c}/lower/memory/places.ts`,
    'onePast ? place.length + 1 : place.length',
    'place.length + 1',
  ),
  seededBug(
    'no-division-check',
    'a division by zero is not found',
    `${c}/lower/values.ts`,
    "if (op === '/' || op === '%' || op === '/u' || op === '%u')",
    "if (op === '/u' || op === '%u')",
  ),
];

const flow: readonly FrontEndBug[] = [
  seededBug(
    'range-without-low',
    'case low ... high without low',
    `${c}/lower/control/jumps.ts`,
    'foldBinary(atLeast, value, constant(low, width))',
    "foldBinary('>', value, constant(low, width))",
  ),
  seededBug(
    'default-ignored',
    'a switch without a matching case does nothing',
    `${c}/lower/control/jumps.ts`,
    "if (item.kind === 'default') otherwise = target;",
    '',
  ),
  seededBug(
    'goto-back-leaves',
    'a goto backwards leaves the list',
    `${c}/lower/control/jumps.ts`,
    'frame.emitter.continue(jump.target, at);',
    'frame.emitter.break(jump.target, at);',
  ),
  seededBug(
    'step-skipped',
    'a for loop never takes its step',
    `${c}/lower/control/loops.ts`,
    'if (loop.step !== undefined) lowerEffect(frame, loop.step);',
    '',
  ),
  seededBug(
    'count-too-small',
    'a counted loop is cut one round too early',
    `${c}/lower/control/counting.ts`,
    'return { count, ...present({ last }) };',
    'return { count: count - 1, ...present({ last }) };',
  ),
];

const text: readonly FrontEndBug[] = [
  seededBug(
    'octal-escape-as-decimal',
    "'\\101' is read as decimal",
    `${c}/literals.ts`,
    'Number.parseInt(numeric[2], 8)',
    'Number.parseInt(numeric[2], 10)',
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
    '#if: & binds more tightly than ==',
    `${c}/preprocessor/condition.ts`,
    "['&', 5],",
    "['&', 8],",
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
  seededBug(
    'last-waiter-sleeps',
    'signal does not choose the last of several waiters',
    `${c}/lower/threads/conditionVariables.ts`,
    'from: 0, to: others.length - 1',
    'from: 0, to: others.length - 2',
  ),
  seededBug(
    'broadcast-wakes-one',
    'broadcast wakes one thread',
    `${c}/lower/threads/conditionVariables.ts`,
    'wake.all || others.length === 1',
    'others.length === 1',
  ),
  seededBug(
    'waits-with-the-mutex',
    'a thread that waits keeps the mutex',
    `${c}/lower/threads/conditionVariables.ts`,
    'giveBack();\n    waitAtGate(',
    'waitAtGate(',
  ),
  seededBug(
    'wakes-without-the-mutex',
    'a thread that was woken does not take the mutex again',
    `${c}/lower/threads/conditionVariables.ts`,
    'takeMutex: takeAgain,',
    'takeMutex: () => {},',
  ),
  seededBug(
    'trylock-without-first-fence',
    'trylock without its first fence',
    `${c}/lower/threads/attempts.ts`,
    "const target = emitter.temporary();\n  emitter.fence('full', at, 'relaxed');",
    'const target = emitter.temporary();',
  ),
  seededBug(
    'trylock-always-works',
    'trylock never fails',
    `${c}/lower/threads/attempts.ts`,
    'foldConditional(truth(held), constant(busy), zero);',
    'foldConditional(truth(held), zero, zero);',
  ),
  seededBug(
    'assume-ignored',
    'an assumption is ignored',
    `${c}/lower/builtins.ts`,
    'emitter.assume(lowerTruth(frame, builtin.condition), at);',
    'lowerTruth(frame, builtin.condition);',
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
    'outer-continue',
    'what a continue of an outer loop in a wait leads to is not looked at',
    'program/liveness.ts',
    'targets.findLast((t) => t.label === s.label && t.afterContinue !== undefined)',
    'targets.findLast((t) => t.afterContinue !== undefined)',
  ),
  seededBug(
    'liveness-of-continue',
    'nothing is live where a continue leads',
    'program/liveness.ts',
    'return loop?.afterContinue ?? after;',
    'return new Set();',
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

export const frontEndBugs: readonly FrontEndBug[] = [
  ...types,
  ...expressions,
  ...flow,
  ...text,
  ...concurrency,
];
