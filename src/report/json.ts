// The JSON Lines output, one object per file: the contract of docs/json.md.

import type { Evidence, Outcome } from '../execution/execution.js';
import { type CutLoop, type Finding, isLookedFor } from '../execution/finding.js';
import type { NativeVerdict } from '../native/verdict.js';
import { reasonOfCut } from '../program/cut.js';
import type { Program } from '../program/program.js';
import type { Diagnostic } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { ModelAnswer } from '../verdict/answer.js';
import type { CheckVerdict } from '../verdict/check.js';
import type { Difference } from '../verdict/compare.js';
import type { Shortfall } from '../verdict/engine.js';
import type { OutcomesVerdict } from '../verdict/outcomes.js';
import type { Stopped } from '../verdict/unfinished.js';
import { differenceText } from './differences.js';
import { spanJson } from './spanJson.js';
import { type ShownValue, StateNames } from './state.js';
import { stepsJson, threadsJson } from './stepsJson.js';

export function outcomesJson(file: string, verdict: OutcomesVerdict, native?: NativeVerdict): object {
  const names = new StateNames(verdict.program);
  return {
    file,
    program: verdict.program.name,
    threads: threadsJson(verdict.program),
    results: verdict.results.map(({ answer, outcomes }) => ({
      model: answer.model,
      complete: answer.complete,
      confirmed: answer.confirmed,
      agree: answer.differences.length === 0,
      outcomes: outcomes.map(({ outcome, sc }) => ({ state: stateJson(names, outcome), sc })),
      bounded: loopsJson(verdict.program, answer.cutLoops),
      findings: findingsJson(names, verdict.program, answer),
      ...(answer.differences.length === 0
        ? {}
        : { differences: differencesJson(names, verdict.program, answer) }),
      engines: enginesJson(answer),
    })),
    ...(native === undefined ? {} : { native: nativeJson(names, native) }),
  };
}

const nativeJson = (names: StateNames, native: NativeVerdict): object => ({
  runs: native.runs,
  architecture: native.toolchain.architecture,
  emulated: native.toolchain.emulator !== undefined,
  mapped: native.toolchain.mapping !== undefined,
  judged: native.judged,
  states: native.states.map(({ outcome, count }) => ({ state: stateJson(names, outcome), count })),
  forbidden: native.forbidden.map(({ outcome }) => stateJson(names, outcome)),
  failures: native.failures,
  ...(native.stopped === true ? { stopped: true } : {}),
});

export function checkJson(file: string, verdict: CheckVerdict, unroll?: number): object {
  const names = new StateNames(verdict.program);
  return {
    file,
    program: verdict.program.name,
    threads: threadsJson(verdict.program),
    ...present({ unroll }),
    results: verdict.results.map(
      ({ answer, condition, verdict: decided, bounded, unfinished, decisive }) => ({
        model: answer.model,
        verdict: decided,
        observation: condition.observation,
        ...decisiveJson(names, verdict.program, condition.decidedBy, decisive),
        bounded: loopsJson(verdict.program, bounded),
        ...(unfinished === undefined ? {} : { unfinished: unfinished.map(stoppedJson) }),
        confirmed: answer.confirmed,
        agree: answer.differences.length === 0,
        findings: findingsJson(names, verdict.program, answer),
        ...besideJson(answer, verdict.find),
        ...(answer.differences.length === 0
          ? {}
          : { differences: differencesJson(names, verdict.program, answer) }),
        engines: enginesJson(answer),
      }),
    ),
  };
}

/** The kinds of findings that do not make the verdict, if there are any (`--find`). */
function besideJson({ findings }: ModelAnswer, find: CheckVerdict['find']): { readonly beside?: string[] } {
  const beside = findings.flatMap(({ finding }) => (isLookedFor(finding, find) ? [] : [finding.kind]));
  return beside.length === 0 ? {} : { beside };
}

/** The final state that decides the condition, and how it comes about. */
const decisiveJson = (
  names: StateNames,
  program: Program,
  outcome: Outcome | undefined,
  shown: Evidence | undefined,
): object =>
  outcome === undefined
    ? {}
    : { decidedBy: { state: stateJson(names, outcome), ...stepsJson(names, program, shown) } };

export const errorJson = (file: string, diagnostic: Diagnostic): object => ({
  file,
  program: null,
  results: [],
  error: mistakeJson(file, diagnostic),
});

function mistakeJson(file: string, diagnostic: Diagnostic): object {
  const { code, message, line, column, hint } = diagnostic;
  const more = diagnostic.more?.map((other) => mistakeJson(file, other));
  return {
    code,
    message,
    ...(diagnostic.file === undefined || diagnostic.file === file ? {} : { file: diagnostic.file }),
    ...present({ line, column, hint, more }),
  };
}

export function stateJson(names: StateNames, outcome: Outcome): Record<string, ShownValue> {
  return Object.fromEntries(names.observed.map((name, i) => [name, names.shown(outcome, i)]));
}

export const loopsJson = (program: Program, loops: readonly CutLoop[]): object[] =>
  loops.map((loop) => loopJson(program, loop));

const loopJson = (program: Program, loop: CutLoop): object => ({
  thread: loop.thread,
  loop: loop.label,
  ...present({ reason: reasonOfCut(program, loop) }),
  ...spanJson(loop.at),
});

export const findingJson = (finding: Finding): object => ({
  kind: finding.kind,
  thread: finding.thread,
  message: finding.message,
  ...(finding.waits === undefined
    ? {}
    : { waits: finding.waits.map(({ at, ...wait }) => ({ ...wait, ...spanJson(at) })) }),
  ...spanJson(finding.at),
});

const findingsJson = (names: StateNames, program: Program, answer: ModelAnswer): object[] =>
  answer.findings.map(({ finding, shown }) => ({
    ...findingJson(finding),
    ...stepsJson(names, program, shown),
  }));

function differenceJson(names: StateNames, program: Program, difference: Difference): object {
  const { kind, foundBy } = difference;
  switch (difference.kind) {
    case 'outcome':
      return { kind, state: stateJson(names, difference.outcome), foundBy, deniedBy: difference.deniedBy };
    case 'finding':
      return { kind, finding: findingJson(difference.finding), foundBy, deniedBy: difference.deniedBy };
    case 'cut-loop':
      return { kind, loop: loopJson(program, difference.loop), foundBy, deniedBy: difference.deniedBy };
    case 'certificate':
      return { kind, foundBy, message: differenceText(names, program, difference) };
  }
}

export const stoppedJson = ({ thread, at }: Stopped): object => ({ thread, ...spanJson(at) });

const differencesJson = (names: StateNames, program: Program, answer: ModelAnswer): object[] =>
  answer.differences.map((difference) => differenceJson(names, program, difference));

function enginesJson(answer: ModelAnswer): object {
  return Object.fromEntries(
    [...answer.engines].map(([name, { statistics, complete, shortfall }]) => [
      name,
      {
        complete,
        ...(complete ? {} : { why: shortfallJson(shortfall) }),
        ...Object.fromEntries(
          Object.entries(statistics).map(([key, value]) => [key, Math.round(value * 1000) / 1000]),
        ),
      },
    ]),
  );
}

const shortfallJson = (shortfall: Shortfall | undefined): string =>
  shortfall?.kind === 'unsupported' ? shortfall.diagnostic.code : (shortfall?.kind ?? 'time');
