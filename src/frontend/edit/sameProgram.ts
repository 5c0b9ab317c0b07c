// Whether two programs do the same. Places in the source, C's words for memory orders, names of labels and empty
// branches may differ.

import { negated } from '../../program/negated.js';
import type { Program } from '../../program/program.js';
import { prune } from '../../program/prune.js';
import type { Statement } from '../../program/statement.js';

export const sameProgram = (a: Program, b: Program): boolean => codeText(a) === codeText(b);

function codeText(program: Program): string {
  const threads = program.threads.map((thread) => {
    const body = plain(thread.body, new Labels());
    return prune({ ...thread, body });
  });
  return JSON.stringify(
    [threads, program.locations, program.condition, program.observed],
    (key, value: unknown) => {
      if (key === 'at' || key === 'order') return undefined;
      if (value instanceof Map) return [...value];
      return typeof value === 'bigint' ? `${value}` : value;
    },
  );
}

/** Labels by the order in which they come. */
class Labels {
  readonly #names = new Map<string, string>();

  of(label: string): string {
    const known = this.#names.get(label) ?? `${this.#names.size}`;
    this.#names.set(label, known);
    return known;
  }
}

function plain(body: readonly Statement[], labels: Labels): Statement[] {
  return body.flatMap((s): Statement[] => {
    switch (s.kind) {
      case 'if': {
        const whenTrue = plain(s.whenTrue, labels);
        const whenFalse = plain(s.whenFalse, labels);
        if (whenTrue.length === 0 && whenFalse.length === 0) return [];
        if (whenTrue.length > 0) return [{ ...s, whenTrue, whenFalse }];
        return [{ ...s, condition: negated(s.condition), whenTrue: whenFalse, whenFalse: [] }];
      }
      case 'block':
      case 'while': {
        const label = labels.of(s.label);
        const inner = plain(s.body, labels);
        if (s.kind === 'block' && inner.length === 0) return [];
        return [{ ...s, label, body: inner }];
      }
      case 'atomic':
        return [{ ...s, body: plain(s.body, labels) }];
      case 'break':
      case 'continue':
        return [{ ...s, label: labels.of(s.label) }];
      default:
        return [s];
    }
  });
}
