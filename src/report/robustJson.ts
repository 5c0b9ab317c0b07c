// The JSON Lines output of `diptych robust`: the contract of docs/json.md.

import type { Event } from '../execution/event.js';
import type { Program } from '../program/program.js';
import { triangularRace } from '../races/triangular.js';
import { breakingFences } from '../repair/breaking.js';
import type { RobustnessAnswer } from '../verdict/engine.js';
import {
  type ModelRobustness,
  type NonScExecution,
  type RobustVerdict,
  type ShownNonSc,
  shownNonSc,
} from '../verdict/robust.js';
import { findingJson, loopsJson, stateJson } from './json.js';
import { cycleSteps } from './robustText.js';
import { spanJson } from './spanJson.js';
import { StateNames } from './state.js';
import { stepsJson, threadsJson } from './stepsJson.js';
import { eventText, isTold } from './witness.js';

export function robustJson(file: string, verdict: RobustVerdict): object {
  const { program, results, monitored } = verdict;
  const names = new StateNames(program);
  return {
    file,
    program: program.name,
    threads: threadsJson(program),
    results: results.map((result) => resultJson(names, program, result)),
    ...(monitored === undefined
      ? {}
      : {
          scExecutions: monitored.exploration.executions + monitored.exploration.blocked,
          scComplete: monitored.exploration.complete,
        }),
  };
}

function resultJson(names: StateNames, program: Program, result: ModelRobustness): object {
  const { model, robust, agree, states, bounded, engines, monitors } = result;
  const eventJson = eventJsonOf(names, program);
  const shown = shownNonSc(program, result);
  return {
    model,
    robust,
    agree,
    cycle: [],
    ...(shown === undefined ? {} : nonScJson(model, shown)),
    stateRobust: states.robust,
    ...(states.outcome === undefined ? {} : { state: stateJson(names, states.outcome) }),
    ...(states.finding === undefined ? {} : { finding: findingJson(states.finding) }),
    bounded: loopsJson(program, bounded),
    violations: monitors.flatMap(({ name, pairs }) =>
      pairs.map(({ violation: { event, overtaken, address } }) => ({
        monitor: name,
        event: eventJson(event),
        overtakes: eventJson(overtaken),
        at: names.cell(address),
      })),
    ),
    engines: {
      ...Object.fromEntries([...engines].map(([name, answer]) => [name, engineJson(answer)])),
      ...(monitors.length === 0
        ? {}
        : { monitors: Object.fromEntries(monitors.map((answer) => [answer.name, answer.robust])) }),
    },
  };
}

const eventJsonOf =
  (names: StateNames, program: Program) =>
  (event: Event): object => ({
    thread: event.thread,
    event: eventText(names, program, event),
    ...spanJson(event.at),
  });

function nonScJson(model: string, { program, nonSc }: ShownNonSc): object {
  const names = new StateNames(program);
  const eventJson = eventJsonOf(names.of(nonSc.witness.execution), program);
  return {
    cycle: cycleSteps(nonSc).map(({ event, edge, delayed }) => ({
      ...eventJson(event),
      edge: edge.relation,
      delayed,
    })),
    breakingFences: breakingFences(nonSc.witness, nonSc.cycle).map(({ fence, after, before }) => ({
      fence,
      after: eventJson(after),
      before: eventJson(before),
    })),
    ...triangularJson(model, nonSc, eventJson),
    ...stepsJson(names, program, nonSc),
    borderline: {
      prefix: nonSc.borderline.prefix.filter((event) => isTold(program, event)).map(eventJson),
      event: eventJson(nonSc.borderline.event),
    },
  };
}

const engineJson = ({ robust, statistics }: RobustnessAnswer): object => ({
  robust,
  ...Object.fromEntries(
    Object.entries(statistics).map(([key, value]) => [key, Math.round(value * 1000) / 1000]),
  ),
});

function triangularJson(
  model: string,
  { witness, cycle }: NonScExecution,
  eventJson: (event: Event) => object,
): object {
  const found = model === 'tso' ? triangularRace(witness.execution, cycle) : undefined;
  if (found === undefined) return {};
  const { store, load, racing } = found;
  return { triangularRace: { store: eventJson(store), load: eventJson(load), racing: eventJson(racing) } };
}
