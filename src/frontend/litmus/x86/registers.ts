// The general purpose registers. All names of one register (EAX, AX, AL; rax, eax, ax, al) are that register:
// values are 32-bit, and an access to a part of a register is an access to the whole.

import type { Source } from '../source.js';
import { didYouMean } from '../suggest.js';
import type { Span } from '../syntax.js';

export type X86Dialect = 'X86' | 'X86_64';

const lettered = ['a', 'b', 'c', 'd'];
const pointers = ['si', 'di', 'bp', 'sp'];

function table(dialect: X86Dialect): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const wide = dialect === 'X86_64';
  const add = (canonical: string, ...aliases: string[]): void => {
    for (const alias of [canonical.toLowerCase(), ...aliases]) names.set(alias, canonical);
  };
  for (const r of lettered) add(wide ? `r${r}x` : `E${r.toUpperCase()}X`, `e${r}x`, `${r}x`, `${r}l`);
  for (const r of pointers)
    add(wide ? `r${r}` : `E${r.toUpperCase()}`, `e${r}`, r, ...(wide ? [`${r}l`] : []));
  if (wide) for (let n = 8; n < 16; n++) add(`r${n}`, `r${n}d`, `r${n}w`, `r${n}b`);
  return names;
}

const tables = { X86: table('X86'), X86_64: table('X86_64') };

/** The canonical name of an architectural register, in any case and with or without a leading %. */
export function knownRegister(dialect: X86Dialect, name: string): string | undefined {
  return tables[dialect].get(name.replace(/^%/, '').toLowerCase());
}

/** Names that only make sense as (mistyped) architectural registers, and so are not taken for symbolic ones. */
const looksArchitectural =
  /^%?([re][a-z]{2}|r\d+[dwb]?|[a-d][lhx]|[sd]il?|[bs]pl?|xmm\d+|[re]ip|[re]?flags)$/i;

/** The name of a register as written after a %, in a condition or in an init section. */
export function resolveRegister(source: Source, dialect: X86Dialect, name: string, span: Span): string {
  const known = knownRegister(dialect, name);
  if (known !== undefined) return known;
  if (name.startsWith('%') && !looksArchitectural.test(name)) return name;
  const canonical = new Set(tables[dialect].values());
  return source.fail(
    'unknown-register',
    `${name} is not a register of dialect ${dialect}`,
    span,
    didYouMean(name.replace(/^%/, ''), canonical) ??
      'general purpose registers are supported, and symbolic ones such as %a0',
  );
}

/** The register that CMPXCHG compares with. */
export const accumulator = (dialect: X86Dialect): string => (dialect === 'X86' ? 'EAX' : 'rax');
