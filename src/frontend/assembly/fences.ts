// Instructions without operands that readers know in inline assembly: fences and hints. Fences of other processors order at least what
// their counterparts here order.

type FenceMeaning = 'full' | 'store-store' | 'load-load' | 'none';

const instructions: ReadonlyMap<string, FenceMeaning> = new Map<string, FenceMeaning>([
  ['', 'none'],
  ['mfence', 'full'],
  ['sfence', 'store-store'],
  ['lfence', 'load-load'],
  ['pause', 'none'],
  ['nop', 'none'],
  ['rep nop', 'none'],
  ['rep', 'none'],
  ['xorl %eax,%eax cpuid', 'full'],
  ...['sync', 'hwsync', 'dmb', 'dmb sy', 'dmb ish', 'dsb', 'dsb sy', 'dsb ish', 'fence', 'fence rw,rw'].map(
    (name) => [name, 'full'] as const,
  ),
  ...['lwsync', 'eieio', 'dmb st', 'dmb ishst', 'dsb st', 'dsb ishst', 'fence w,w', 'fence rw,w'].map(
    (name) => [name, 'store-store'] as const,
  ),
  ...['isync', 'isb', 'dmb ld', 'dmb ishld', 'fence r,r', 'fence r,rw'].map(
    (name) => [name, 'load-load'] as const,
  ),
  ...['yield', 'wfe', 'sev'].map((name) => [name, 'none'] as const),
]);

/** A locked instruction that leaves a word of the stack as it is. */
const leavesStack = /^lock (?:add|sub|or|xor)[bwlq] \$-?0(?:x0)?,(?:-?\w+)?\(%[er]sp\)$/;

const meaningOf = (line: string): FenceMeaning | undefined =>
  leavesStack.test(line) ? 'full' : instructions.get(line);

/** The lines of a template, each in one spelling. */
export const linesOf = (template: string): string[] =>
  template
    .replace(/\\n|\\t|;/g, '\n')
    .split('\n')
    .map((line) => line.replace(/%%/g, '%').replace(/\s+/g, ' ').replace(/ ?, ?/g, ',').trim())
    .filter((line) => line !== '');

/** The strongest fence among the lines; undefined if one of them is something else. */
export function fenceMeaning(lines: readonly string[]): FenceMeaning | undefined {
  const known = instructions.get(lines.join(' '));
  const each = known === undefined ? lines.map(meaningOf) : [known];
  if (each.includes(undefined)) return undefined;
  const order = ['full', 'store-store', 'load-load'] as const;
  return order.find((meaning) => each.includes(meaning)) ?? 'none';
}
