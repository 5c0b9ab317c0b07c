// The flags of x86 that `setle %1` and `=@ccle` tell, as the C they mean: of arithmetic whose operands are `__diptych_was` and
// `__diptych_by`, of its signed type, and whose result is `__diptych_is`.

/** A condition and the operand that gets it. */
export interface Flag {
  readonly condition: string;
  readonly target: number;
}

/** Other names of the same condition; those that begin with n deny the rest. */
const names: ReadonlyMap<string, string> = new Map([
  ['e', 'z'],
  ['b', 'c'],
  ['nae', 'c'],
  ['ae', 'nc'],
  ['nb', 'nc'],
  ['na', 'be'],
  ['a', 'nbe'],
  ['ng', 'le'],
  ['g', 'nle'],
  ['nge', 'l'],
  ['ge', 'nl'],
  ['ne', 'nz'],
]);

const plain = (condition: string): string => names.get(condition) ?? condition;

/** Whether the condition, or its opposite, is about `flag` alone; then a function from the flag to the condition. */
export function toldBy(flag: 'z' | 'c', { condition }: Flag): ((value: string) => string) | undefined {
  const name = plain(condition);
  if (name === flag) return (value) => value;
  return name === `n${flag}` ? (value) => `!(${value})` : undefined;
}

/** The condition after `operator`; `counts` is inc and dec, which leave the carry. Undefined if it is not known. */
export function flagOf(operator: string, counts: boolean, condition: string): string | undefined {
  const name = plain(condition);
  const [was, by, is] = ['__diptych_was', '__diptych_by', '__diptych_is'];
  const overflow =
    operator === '+'
      ? `((~(${was} ^ ${by}) & (${was} ^ ${is})) < 0)`
      : operator === '-'
        ? `(((${was} ^ ${by}) & (${was} ^ ${is})) < 0)`
        : '0';
  const unsigned = (value: string): string => `(unsigned long)${value}`;
  const carry =
    operator === '+'
      ? `(${unsigned(is)} < ${unsigned(was)})`
      : operator === '-'
        ? `(${unsigned(was)} < ${unsigned(by)})`
        : '0';
  const known: Readonly<Record<string, string>> = {
    z: `(${is} == 0)`,
    s: `(${is} < 0)`,
    o: overflow,
    l: `((${is} < 0) != ${overflow})`,
    le: `(${is} == 0 || (${is} < 0) != ${overflow})`,
    ...(counts ? {} : { c: carry, be: `(${is} == 0 || ${carry})` }),
  };
  const denied = name.startsWith('n') ? known[name.slice(1)] : undefined;
  return known[name] ?? (denied === undefined ? undefined : `!${denied}`);
}
