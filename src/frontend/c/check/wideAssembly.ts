// `lock cmpxchg16b`: rdx:rax is compared with two words of memory, which rcx:rbx then replaces. The constraints a, b,
// c and d give the registers' values before it, or they are loaded from an operand's memory. A copy of a and d in b
// and c makes it a load of two words.

interface WideOperands {
  /** C for what is in the register before, and for setting it after, if an operand says so. */
  before(letter: string): string | undefined;
  after(letter: string, value: string): string;
  /** C for the address of the two words, if that operand is memory. */
  address(operand: number): string | undefined;
  /** C that sets the operand to the zero flag. */
  flag(value: string): string;
}

export function compareExchangeWide(
  lines: readonly string[],
  { before, after, address, flag }: WideOperands,
): string | undefined {
  const text = lines.join('\n');
  const match =
    /^(?:(movq %rdx,%rcx\nmovq %rax,%rbx\n)|movq 0?\(#(\d+)\),%rax\nmovq 8\(#\2\),%rdx\n)?lock cmpxchg16b #(\d+)(?:\nset[ez] #\d+)?$/.exec(
      text,
    );
  if (match === null) return undefined;
  const [, copies, from, target] = match;
  const place = address(Number(target));
  const [low, high, newLow, newHigh] =
    copies !== undefined
      ? ['0', '0', '0', '0']
      : [
          ...(from === undefined
            ? [before('a'), before('d')]
            : [0, 1].map((i) => `((unsigned long *)(A${from}))[${i}]`)),
          before('b'),
          before('c'),
        ];
  if (place === undefined || [low, high, newLow, newHigh].includes(undefined)) return undefined;
  return `unsigned long *__diptych_words = (unsigned long *)${place};
    unsigned long __diptych_low = (unsigned long)${low}, __diptych_high = (unsigned long)${high};
    unsigned long __diptych_newLow = (unsigned long)${newLow}, __diptych_newHigh = (unsigned long)${newHigh};
    unsigned long __diptych_foundLow, __diptych_foundHigh; int __diptych_equal;
    __VERIFIER_atomic_begin();
    __diptych_foundLow = __diptych_words[0]; __diptych_foundHigh = __diptych_words[1];
    __diptych_equal = __diptych_foundLow == __diptych_low && __diptych_foundHigh == __diptych_high;
    ${copies === undefined ? 'if (__diptych_equal) { __diptych_words[0] = __diptych_newLow; __diptych_words[1] = __diptych_newHigh; }' : ''}
    __VERIFIER_atomic_end();
    ${after('a', '__diptych_foundLow')} ${after('d', '__diptych_foundHigh')} ${flag('__diptych_equal')}`;
}
