// The expected answers of a program beside those that diptych gives. Answers are read from the JSON of the commands (docs/json.md).

import { type ModelName, modelNames } from '../../execution/execution.js';
import type { ReportCase } from '../../report/formats/item.js';
import type { FileCommandName } from '../fileCommands.js';
import type { Expectation } from './config.js';

type Question = keyof Expectation;
export const questions: readonly Question[] = ['check', 'robust', 'races', 'states'];

/** The command that answers a question. */
export const commandFor = (question: Question): FileCommandName =>
  question === 'states' ? 'outcomes' : question;

/** An answer in words, by model; `races` has one for all. `undefined`: there is none within the limits. */
export type Answers = ReadonlyMap<string, string | undefined>;

const all = 'sc';

export function answersOf(question: Question, json: unknown): Answers {
  const answer = record(json);
  if (question === 'races')
    return new Map([
      [all, answer.raceFree === null ? undefined : answer.raceFree === true ? 'none' : 'found'],
    ]);
  const results = Array.isArray(answer.results) ? answer.results.map(record) : [];
  return new Map(results.map((result) => [String(result.model), wordOf(question, result)]));
}

function wordOf(question: Question, result: Readonly<Record<string, unknown>>): string | undefined {
  switch (question) {
    case 'check':
      return result.verdict === 'unknown' ? undefined : String(result.verdict);
    case 'robust':
      return result.robust === null ? undefined : String(result.robust);
    case 'states':
      return result.complete === true && Array.isArray(result.outcomes)
        ? String(result.outcomes.length)
        : undefined;
    case 'races':
      return undefined;
  }
}

/** The expected words, for the models that were asked about. */
function expectedOf(expectation: Expectation, question: Question, answers: Answers): Map<string, string> {
  const stated = expectation[question];
  if (stated === undefined) return new Map();
  if (typeof stated !== 'object') return new Map([...answers.keys()].map((model) => [model, String(stated)]));
  return new Map(
    modelNames.flatMap((model): [ModelName, string][] => {
      const value = stated[model];
      return value === undefined || !answers.has(model) ? [] : [[model, String(value)]];
    }),
  );
}

/** A case for each model with an expectation. */
export function casesOf(expectation: Expectation, question: Question, answers: Answers): ReportCase[] {
  return [...expectedOf(expectation, question, answers)].map(([model, expected]) => {
    const said = answers.get(model);
    const name = question === 'races' ? question : `${question} under ${model}`;
    if (said === undefined)
      return { name, result: 'error', message: `no answer within the limits; expected: ${expected}` };
    return said === expected
      ? { name, result: 'passed', message: '' }
      : { name, result: 'failed', message: `expected: ${expected}; diptych says: ${said}` };
  });
}

/** The answers as an expectation; what has no answer is left out. */
export function expectationOf(answers: ReadonlyMap<Question, Answers>): Expectation {
  const values = <T>(
    question: Question,
    read: (word: string) => T,
  ): Partial<Record<ModelName, T>> | undefined => {
    const known = modelNames.flatMap((model): [ModelName, T][] => {
      const word = answers.get(question)?.get(model);
      return word === undefined ? [] : [[model, read(word)]];
    });
    return known.length === 0 ? undefined : Object.fromEntries(known);
  };
  const races = answers.get('races')?.get(all);
  const check = values('check', (word) => (word === 'holds' ? 'holds' : 'violated'));
  const robust = values('robust', (word) => word === 'true');
  const states = values('states', Number);
  return {
    ...(check === undefined ? {} : { check }),
    ...(robust === undefined ? {} : { robust }),
    ...(races === undefined ? {} : { races: races === 'none' ? 'none' : 'found' }),
    ...(states === undefined ? {} : { states }),
  };
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
