// The JSON Lines output of `diptych fences`: the contract of docs/json.md.

import { hbCycle } from '../../execution/hb.js';
import type { Editable } from '../../program/editable.js';
import type { Choice, Example, Repair, RepairResult } from '../../repair/repair.js';
import type { Verification } from '../../repair/verification.js';
import { findingJson, loopsJson, stateJson } from '../json.js';
import { cycleSteps } from '../robustText.js';
import { spanJson } from '../spanJson.js';
import { StateNames } from '../state.js';
import { eventText, stepRows } from '../witness.js';
import { unifiedDiff } from './unifiedDiff.js';
import { threadsAt } from './words.js';

export function fencesJson(file: string, editable: Editable, results: readonly RepairResult[]): object {
  return {
    file,
    program: editable.program.name,
    results: results.map((result) => resultJson(editable, result)),
  };
}

/** As of `fences`, but what is listed are fences that are there, those that stay and those that go. */
export function redundantJson(file: string, editable: Editable, results: readonly RepairResult[]): object {
  return {
    file,
    program: editable.program.name,
    results: results.map((result) => {
      const { answer } = result;
      const versions =
        answer.kind === 'repaired'
          ? answer.repairs
          : answer.kind === 'none-needed'
            ? [{ choices: [], cost: 0, verification: answer.verification }]
            : [];
      return {
        ...resultJson(editable, result),
        repairs: [],
        versions: versions.map(({ choices, verification }) => {
          const stay = new Set(choices.map(({ candidate }) => candidate));
          const gone = editable.candidates.filter((_, c) => !stay.has(c));
          return {
            stay: choices.map((choice) => choiceJson(editable, choice)),
            go: gone.map(({ add, source }) => ({ add, ...spanJson(source) })),
            ...verificationJson(editable, verification),
            diff: editable
              .edit([...stay])
              .map(unifiedDiff)
              .join(''),
          };
        }),
      };
    }),
  };
}

function resultJson(editable: Editable, result: RepairResult): object {
  const { model, goal, answer, rounds, clauses, candidates, ms } = result;
  return {
    model,
    goal,
    answer: answer.kind,
    repairs: answer.kind === 'repaired' ? answer.repairs.map((repair) => repairJson(editable, repair)) : [],
    ...('verification' in answer ? verificationJson(editable, answer.verification) : {}),
    ...('confirmedBy' in answer ? { confirmedBy: answer.confirmedBy } : {}),
    ...('example' in answer ? { execution: exampleJson(answer.example) } : {}),
    rounds,
    clauses,
    candidates,
    ms: Math.round(ms * 1000) / 1000,
  };
}

const verificationJson = ({ program }: Editable, { confirmedBy, bounded }: Verification): object => ({
  confirmedBy,
  bounded: loopsJson(program, bounded),
});

function repairJson(editable: Editable, { choices, cost, verification }: Repair): object {
  const chosen = choices.map(({ candidate }) => candidate);
  return {
    cost,
    additions: choices.map((choice) => choiceJson(editable, choice)),
    ...verificationJson(editable, verification),
    diff: editable.edit(chosen).map(unifiedDiff).join(''),
  };
}

function choiceJson(editable: Editable, { candidate, breaks, needed, without }: Choice): object {
  const { add, source, behind } = editable.candidates[candidate];
  return {
    add,
    where: behind ? 'after' : 'before',
    ...spanJson(source),
    threads: threadsAt(editable, editable.candidates[candidate]),
    breaks,
    needed,
    ...(without === undefined ? {} : { without: exampleJson(without) }),
  };
}

function exampleJson({ program, claim, witness }: Example): object {
  const names = new StateNames(program, witness.execution);
  const what =
    claim.kind === 'finding'
      ? { finding: findingJson(claim.finding) }
      : claim.kind === 'outcome'
        ? { state: stateJson(names, claim.outcome) }
        : {
            cycle: cycleSteps({ cycle: hbCycle(witness.execution) ?? [], witness }).map(
              ({ event, edge, delayed }) => ({
                thread: event.thread,
                event: eventText(names, program, event),
                ...spanJson(event.at),
                edge: edge.relation,
                delayed,
              }),
            ),
          };
  return {
    model: witness.model,
    ...what,
    steps: stepRows(names, program, witness).flatMap((row) =>
      row === undefined ? [] : [{ thread: row[0], step: row[1] }],
    ),
  };
}
