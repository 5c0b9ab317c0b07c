// The answer in one sentence, and what it rests on.

import type { ModelName } from '../../src/execution/execution.js';
import type { FindingKind } from '../../src/execution/finding.js';
import type { Found, Merged } from './merged.js';

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

export interface Sentence {
  readonly tone: Tone;
  readonly main: string;
  readonly rest: string;
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
export const counted = (n: number, noun: string): string => `${numbers[n] ?? n} ${noun}${n === 1 ? '' : 's'}`;

export const modelWord = (model: ModelName): string => model.toUpperCase();

export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

export const modelWords = (models: readonly ModelName[]): string => listed(models.map(modelWord));

const happens: Partial<Record<FindingKind, string>> = {
  assertion: 'An assertion fails',
  deadlock: 'Threads deadlock',
  hang: 'A thread waits forever',
  'use-after-free': 'Freed memory is used',
  'invalid-address': 'An invalid address is used',
  'uninitialised-read': 'An uninitialised value is read',
};

/** A finding as the beginning of a sentence. */
export const findingWords = ({ kind }: Pick<Found, 'kind'>): string =>
  happens[kind] ?? `There is a finding (${kind.replaceAll('-', ' ')})`;

export function sentence(merged: Merged): Sentence {
  if (merged.differences.length > 0)
    return {
      tone: 'bad',
      main: 'The engines disagree: this is a bug in diptych.',
      rest: merged.differences[0],
    };
  const [finding] = merged.findings;
  if (finding !== undefined) return ofFinding(merged, finding);
  const weak = merged.models.filter((model) => model !== 'sc');
  const rest = merged.models
    .filter((model) => merged.known.has(model))
    .map((model) => `${countUnder(merged, model)} under ${modelWord(model)}`)
    .join(', ');
  const done = weak.filter((model) => merged.known.has(model));
  if (!merged.known.has('sc') || (weak.length > 0 && done.length === 0))
    return {
      tone: 'quiet',
      main:
        merged.rows.length === 0
          ? 'No answer yet.'
          : `${capital(counted(merged.rows.length, 'state'))} so far.`,
      rest,
    };
  if (weak.length === 0)
    return {
      tone: 'good',
      main: `SC reaches ${counted(countUnder(merged, 'sc'), 'state')}.`,
      rest: 'no weaker model was asked',
    };
  return ofStates(merged, done, rest);
}

function ofFinding({ known }: Merged, finding: Found): Sentence {
  const onlyWeak = !finding.models.includes('sc') && known.has('sc');
  return {
    tone: 'bad',
    main: `${findingWords(finding)} under ${modelWords(finding.models)}${onlyWeak ? ', not under SC' : ''}.`,
    rest: finding.message,
  };
}

function ofStates(merged: Merged, done: readonly ModelName[], rest: string): Sentence {
  const extra = (model: ModelName): number =>
    merged.rows.filter(({ nonSc, runs }) => nonSc && runs.has(model)).length;
  const more = done.filter((model) => extra(model) > 0);
  if (more.length === 0)
    return {
      tone: 'good',
      main: `${modelWords(done)} ${done.length === 1 ? 'reaches' : 'reach'} exactly the states of SC.`,
      rest: `${counted(merged.rows.length, 'final state')} under every model`,
    };
  const same = more.length === done.length && more.every((model) => extra(model) === extra(more[0]));
  const main = same
    ? `${modelWords(more)} ${more.length === 1 ? 'reaches' : 'reach'} ${counted(extra(more[0]), 'state')} that SC does not.`
    : `${listed(more.map((model) => `${modelWord(model)} reaches ${counted(extra(model), 'state')}`))} that SC does not.`;
  return { tone: 'warn', main, rest };
}

const countUnder = ({ rows }: Merged, model: ModelName): number =>
  rows.filter(({ runs }) => runs.has(model)).length;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
