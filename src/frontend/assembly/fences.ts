// Instructions without operands that readers know in inline assembly: fences and hints. Fences of other processors order at least what
// their counterparts here order.

type FenceMeaning = 'full' | 'store-store' | 'load-load' | 'none';

const meanings = ['full', 'store-store', 'load-load', 'none'] as const;

const spellings: Readonly<Record<FenceMeaning, string>> = {
  full: 'mfence|xorl %eax,%eax cpuid|sync|hwsync|dmb|dmb sy|dmb ish|dsb|dsb sy|dsb ish|fence|fence rw,rw',
  'store-store': 'sfence|lwsync|eieio|dmb st|dmb ishst|dsb st|dsb ishst|fence w,w|fence rw,w',
  'load-load': 'lfence|isync|isb|dmb ld|dmb ishld|fence r,r|fence r,rw',
  none: '|pause|nop|rep nop|rep|yield|wfe|sev',
};

const instructions: ReadonlyMap<string, FenceMeaning> = new Map(
  meanings.flatMap((meaning) => spellings[meaning].split('|').map((text) => [text, meaning] as const)),
);

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
  const known = meaningOf(lines.join(' '));
  const each = known === undefined ? lines.map(meaningOf) : [known];
  return each.includes(undefined) ? undefined : meanings.find((meaning) => each.includes(meaning));
}
