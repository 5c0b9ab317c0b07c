// Branches of a search as a question, and the form of its answer.

import type { ModelName } from '../execution/execution.js';
import type { BranchJob, Crossing, Rest } from '../explicit/parallel/apart/branch.js';
import type { BranchEnd, BranchesResult } from '../explicit/parallel/apart/exploreBranches.js';
import type { SentStep, SentTree } from '../explicit/parallel/apart/steps.js';
import type { Program } from '../program/program.js';
import type { Decoder } from '../support/decoder.js';
import { decodeFinding, decodeValue } from '../verdict/witnessFile.js';
import { decodeCutLoop } from './decode.js';
import { fieldsOf, isProgram } from './question.js';

export interface BranchesQuestion {
  readonly kind: 'branches';
  readonly program: Program;
  readonly model: ModelName;
  readonly unroll: number;
  readonly jobs: readonly BranchJob[];
  /** Executions after which the rest is sent back. */
  readonly most: number;
}

export function decodeBranches(d: Decoder): BranchesResult {
  const schedule = (o: Decoder) => o.at('schedule').integers();
  return {
    ends: d.at('ends').list(decodeEnd),
    executions: d.at('executions').integer(),
    blocked: d.at('blocked').integer(),
    redundant: d.at('redundant').integer(),
    outcomes: d.at('outcomes').list((o) => ({
      outcome: o.at('outcome').list(decodeValue),
      schedule: schedule(o),
    })),
    findings: d.at('findings').list((f) => ({
      finding: decodeFinding(f.at('finding')),
      schedule: schedule(f),
    })),
    cutLoops: d.at('cutLoops').list(decodeCutLoop),
  };
}

function decodeEnd(d: Decoder): BranchEnd {
  return {
    crossings: d
      .at('crossings')
      .list((c): Crossing => ({ steps: c.at('steps').integers(), atEnd: c.at('atEnd').boolean() })),
    ...d.optional(
      'rest',
      (r): Rest => ({
        steps: r.at('steps').integers(),
        nodes: r.at('nodes').list((n) => ({
          sleep: n.at('sleep').list(decodeSentStep),
          tree: n.at('tree').list(decodeTree),
        })),
      }),
    ),
  };
}

function decodeSentStep(d: Decoder): SentStep {
  const [process, kind, cell, store, hidden, ...cells] = d.integers();
  return [process ?? -1, kind ?? -1, cell ?? -1, store ?? -1, hidden ?? 0, ...cells];
}

const decodeTree = (d: Decoder): SentTree => ({
  step: decodeSentStep(d.at('step')),
  below: d.at('below').list(decodeTree),
});

export function isBranchesQuestion(value: unknown): value is BranchesQuestion {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, program, unroll, jobs, most } = fieldsOf(value);
  return (
    kind === 'branches' &&
    Number.isSafeInteger(unroll) &&
    Number.isSafeInteger(most) &&
    Array.isArray(jobs) &&
    jobs.every(isBranchJob) &&
    isProgram(program)
  );
}

function isBranchJob(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { prefix, unsettled, asleep, sleep, tree } = fieldsOf(value);
  return [prefix, unsettled, asleep, sleep, tree].every(Array.isArray);
}
