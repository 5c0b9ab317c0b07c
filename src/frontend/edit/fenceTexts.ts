// How a file writes its fences: as it does already; if it has none, the way that goes with the atomics it uses.

import type { PlacedFence } from '../../program/editable.js';
import type { Program } from '../../program/program.js';
import { forEachStatement, type Statement } from '../../program/statement.js';
import { InputError } from '../../support/diagnostic.js';
import type { ExistingFence } from './removal.js';

/** A statement of the text that does nothing but fence. */
export interface FenceStatement extends ExistingFence {
  readonly text: string;
}

/** The words of the file for each kind, the ones it uses most first; then others. `understood` says what is read. */
export function chooseFenceTexts(
  existing: readonly FenceStatement[],
  others: Readonly<Record<PlacedFence, readonly string[]>>,
  understood: (text: string) => PlacedFence | undefined,
): (fence: PlacedFence) => string {
  const chosen = new Map<PlacedFence, string>();
  const isUnderstood = (text: string, fence: PlacedFence): boolean => {
    try {
      return understood(text) === fence;
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  };
  return (fence) => {
    const known = chosen.get(fence);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const f of existing) if (f.fence === fence) counts.set(f.text, (counts.get(f.text) ?? 0) + 1);
    const own = [...counts].sort((a, b) => b[1] - a[1]).map(([text]) => text);
    const all = [...own, ...others[fence]];
    const text = all.find((t) => isUnderstood(t, fence)) ?? all[all.length - 1];
    chosen.set(fence, text);
    return text;
  };
}

/**
 * The likely fences, by the file's own words: C11's atomics suggest C11's fences, the kernel's functions suggest the
 * kernel's.
 */
export function usualFences(code: string): Record<PlacedFence, readonly string[]> {
  const c11 = {
    full: ['atomic_thread_fence(memory_order_seq_cst);'],
    'store-store': ['atomic_thread_fence(memory_order_release);'],
  };
  const gcc = {
    full: ['__atomic_thread_fence(__ATOMIC_SEQ_CST);'],
    'store-store': ['__atomic_thread_fence(__ATOMIC_RELEASE);'],
  };
  const sync = { full: ['__sync_synchronize();'], 'store-store': gcc['store-store'] };
  const kernel = { full: ['smp_mb();'], 'store-store': ['smp_wmb();'] };
  const assembly = /\b(asm|__asm__)\b\s*(volatile|__volatile__)?\s*\(\s*"\s*[ms]fence/.exec(code);
  const word = assembly === null ? '' : `${assembly[1]}${assembly[2] === undefined ? '' : ` ${assembly[2]}`}`;
  const x86 =
    assembly === null
      ? { full: [], 'store-store': [] }
      : { full: [`${word}("mfence" ::: "memory");`], 'store-store': [`${word}("sfence" ::: "memory");`] };
  const ranked = [
    { found: assembly !== null, texts: x86 },
    { found: /\batomic_thread_fence\b/.test(code), texts: c11 },
    { found: /\b__atomic_thread_fence\b/.test(code), texts: gcc },
    { found: /\b__sync_synchronize\b/.test(code), texts: sync },
    { found: /\bsmp_w?mb\b|\b(READ|WRITE)_ONCE\b|\bsmp_/.test(code), texts: kernel },
    { found: /\batomic_|\bmemory_order_/.test(code), texts: c11 },
    { found: /\b__atomic_/.test(code), texts: gcc },
    { found: true, texts: sync },
    { found: true, texts: c11 },
    { found: true, texts: kernel },
  ].sort((a, b) => Number(b.found) - Number(a.found));
  return {
    full: ranked.flatMap(({ texts }) => texts.full),
    'store-store': ranked.flatMap(({ texts }) => texts['store-store']),
  };
}

/** The memory accesses and fences of the statements that stand in a piece of the program's text. */
export function memoryStatements(program: Program, inside: (s: Statement) => boolean): Statement[] {
  const found: Statement[] = [];
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      if (!local.has(s.kind) && s.at !== undefined && inside(s)) found.push(s);
    });
  return found;
}

/** The kind of fence, if nothing else happens and all are of one kind. */
export function onlyFence(statements: readonly Statement[]): PlacedFence | undefined {
  const [first] = statements;
  if (first?.kind !== 'fence' || first.fence === 'load-load') return undefined;
  const { fence } = first;
  return statements.every((s) => s.kind === 'fence' && s.fence === fence) ? fence : undefined;
}

const local: ReadonlySet<Statement['kind']> = new Set(['assign', 'if', 'block', 'break', 'continue']);
