// The JSON Lines output of `diptych explain`: the contract of docs/json.md.

import type { ForbiddenCycle } from '../../execution/refutation.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import { droppedEdges, type ExplainVerdict } from '../../verdict/explain.js';
import { findingJson, loopsJson, stoppedJson } from '../json.js';
import { reorderingText } from '../reorderingText.js';
import { spanJson } from '../spanJson.js';
import { StateNames } from '../state.js';
import { eventText, stepRows, threadName } from '../witness.js';

export function explainJson(file: string, verdict: ExplainVerdict): object {
  const { program, results, allowed, forbidden, wanted } = verdict;
  const names = new StateNames(program);
  const weaker = results.filter(({ possible }) => possible === true).map(({ model }) => model);
  return {
    file,
    program: program.name,
    ...(wanted.finding === undefined ? { outcome: wanted.text } : { finding: wanted.text }),
    results: results.map(({ model, possible, answer, unfinished }) => ({
      model,
      possible,
      agree: answer.differences.length === 0,
      confirmed: answer.confirmed,
      answeredBy: answer.answeredBy,
      bounded: loopsJson(program, answer.cutLoops),
      ...(unfinished === undefined ? {} : { unfinished: unfinished.map(stoppedJson) }),
    })),
    ...(allowed === undefined
      ? {}
      : {
          allowed: {
            model: allowed.model,
            ...(allowed.finding === undefined ? {} : { finding: findingJson(allowed.finding) }),
            execution:
              allowed.shown.witness === undefined
                ? []
                : stepRows(names, program, allowed.shown.witness).flatMap((row) =>
                    row === undefined ? [] : [{ thread: row[0], event: row[1], place: row[2] }],
                  ),
            ...present({
              why:
                allowed.shown.witness === undefined
                  ? undefined
                  : reorderingText(names, program, allowed.shown.witness),
            }),
          },
        }),
    ...(forbidden === undefined
      ? {}
      : {
          forbidden: {
            model: forbidden.model,
            ...(forbidden.refutation === undefined
              ? {}
              : {
                  assuming: forbidden.refutation.assuming,
                  complete: forbidden.refutation.complete,
                  counted: forbidden.refutation.counted,
                  cycles: forbidden.refutation.cycles.map((cycle) => ({
                    axiom: cycle.axiom,
                    candidates: cycle.candidates,
                    edges: edgesJson(names, program, cycle),
                    dropped: Object.fromEntries(
                      weaker.map((model) => [
                        model,
                        droppedEdges(model, cycle).map((edge) => cycle.edges.indexOf(edge)),
                      ]),
                    ),
                  })),
                }),
          },
        }),
  };
}

function edgesJson(names: StateNames, program: Program, { edges, candidate }: ForbiddenCycle): object[] {
  const eventJson = (id: number): object => {
    const event = candidate.events[id];
    return {
      thread: threadName(program, event.thread),
      event: eventText(names, program, event),
      ...spanJson(event.at),
    };
  };
  return edges.map(({ from, to, relation }) => ({ from: eventJson(from), relation, to: eventJson(to) }));
}
