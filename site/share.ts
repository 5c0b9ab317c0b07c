// Program and settings in the address of the page, after #, which no server sees.

import type { ModelName } from '../src/execution/execution.js';
import type { Language } from './protocol.js';

export interface Shared {
  readonly text: string;
  readonly language: Language;
  readonly models: readonly ModelName[];
  readonly unroll: number;
}

export const encodeShared = (shared: Shared): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(shared))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Undefined for anything but what `encodeShared` makes. */
export function decodeShared(hash: string): Shared | undefined {
  try {
    const bytes = atob(hash.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/'));
    const value: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))),
    );
    if (typeof value !== 'object' || value === null) return undefined;
    const { text, language, models, unroll } = value as Record<string, unknown>;
    if (typeof text !== 'string' || (language !== 'c' && language !== 'litmus')) return undefined;
    const known = Array.isArray(models)
      ? models.filter((m): m is ModelName => m === 'sc' || m === 'tso' || m === 'pso')
      : [];
    return { text, language, models: known, unroll: typeof unroll === 'number' ? unroll : 3 };
  } catch {
    return undefined;
  }
}
