// The JSON Lines output, one object per file: the contract of docs/json.md.

import type { Finding } from '../execution/finding.js';
import type { Diagnostic } from '../program/diagnostic.js';
import type { SourceSpan } from '../program/statement.js';
import type { ModelAnswer } from '../verdict/answer.js';
import type { CheckVerdict } from '../verdict/check.js';
import type { CutLoop } from '../verdict/engine.js';
import type { OutcomesVerdict } from '../verdict/outcomes.js';
import { type ShownValue, StateNames } from './state.js';

export function outcomesJson(file: string, verdict: OutcomesVerdict): object {
  const names = new StateNames(verdict.program);
  return {
    file,
    program: verdict.program.name,
    results: verdict.results.map(({ answer, outcomes }) => ({
      model: answer.model,
      complete: answer.complete,
      agree: answer.differences.length === 0,
      outcomes: outcomes.map(({ outcome, sc }) => ({ state: stateJson(names, outcome), sc })),
      bounded: answer.cutLoops.map(loopJson),
      findings: findingsJson(answer),
      ...(answer.differences.length === 0 ? {} : { differences: differencesJson(names, answer) }),
      engines: enginesJson(answer),
    })),
  };
}

export function checkJson(file: string, verdict: CheckVerdict): object {
  const names = new StateNames(verdict.program);
  return {
    file,
    program: verdict.program.name,
    results: verdict.results.map(({ answer, condition, verdict: decided, bounded }) => ({
      model: answer.model,
      verdict: decided,
      observation: condition.observation,
      bounded: bounded.map(loopJson),
      agree: answer.differences.length === 0,
      findings: findingsJson(answer),
      ...(answer.differences.length === 0 ? {} : { differences: differencesJson(names, answer) }),
      engines: enginesJson(answer),
    })),
  };
}

export function errorJson(file: string, diagnostic: Diagnostic): object {
  const { code, message, line, column, hint } = diagnostic;
  return {
    file,
    program: null,
    results: [],
    error: {
      code,
      message,
      ...(diagnostic.file === undefined || diagnostic.file === file ? {} : { file: diagnostic.file }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      ...(hint === undefined ? {} : { hint }),
    },
  };
}

export function stateJson(names: StateNames, outcome: readonly number[]): Record<string, ShownValue> {
  return Object.fromEntries(names.observed.map((name, i) => [name, names.value(outcome[i])]));
}

export const spanJson = (at: SourceSpan | undefined): object =>
  at === undefined
    ? {}
    : { ...(at.file === undefined ? {} : { file: at.file }), line: at.line, column: at.column };

export const loopJson = (loop: CutLoop): object => ({
  thread: loop.thread,
  loop: loop.label,
  ...spanJson(loop.at),
});

const findingJson = (finding: Finding): object => ({
  kind: finding.kind,
  thread: finding.thread,
  message: finding.message,
  ...spanJson(finding.at),
});

const findingsJson = (answer: ModelAnswer): object[] =>
  answer.findings.map(({ finding }) => findingJson(finding));

const differencesJson = (names: StateNames, answer: ModelAnswer): object[] =>
  answer.differences.map(({ outcome, foundBy, deniedBy }) => ({
    state: stateJson(names, outcome),
    foundBy,
    deniedBy,
  }));

function enginesJson(answer: ModelAnswer): object {
  return Object.fromEntries(
    [...answer.engines].map(([name, { statistics }]) => [
      name,
      Object.fromEntries(
        Object.entries(statistics).map(([key, value]) => [key, Math.round(value * 1000) / 1000]),
      ),
    ]),
  );
}
