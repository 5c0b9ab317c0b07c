// Whether an answer can be one about the program at all. Nothing of it is shown before it passes: a final state has a value for each
// observed place, threads are those of the program, numbers are finite, and an engine stops only for reasons it was given.

import type { Outcome } from '../execution/execution.js';
import type { CutLoop, Finding } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import type { Claim, Shortfall } from '../verdict/engine.js';
import { Rejected } from './certified.js';
import type { SentLimits } from './question.js';
import type { WireExplored, WireMonitored, WireRaces, WireRoute } from './wire.js';

const reject = (why: string): never => {
  throw new Rejected(why);
};

export function requireExplored(wire: WireExplored, program: Program, limits: SentLimits): void {
  for (const { outcome } of wire.outcomes) requireOutcome(outcome, program);
  for (const { finding } of wire.findings) requireThread(finding, program);
  for (const { claim } of wire.flawed) requireClaim(claim, program);
  requireEnd(wire, program, limits);
  requireShortfall(wire.complete, wire.shortfall, limits);
}

export function requireRoute(wire: WireRoute, program: Program, limits: SentLimits): void {
  requireEnd(wire, program, limits);
  requireShortfall(wire.robust !== null, wire.shortfall, limits);
}

export function requireRaces(wire: WireRaces, program: Program, limits: SentLimits): void {
  for (const finding of wire.cutShort) requireThread(finding, program);
  requireEnd(wire, program, limits);
  requireShortfall(wire.complete, wire.shortfall, limits);
}

export function requireMonitored(wire: WireMonitored, program: Program, limits: SentLimits): void {
  if (wire.executions < 0 || wire.blocked < 0) reject('it counts less than no executions');
  for (const { pairs } of wire.answers)
    for (const { event, overtaken } of pairs) {
      requireThread(event, program);
      requireThread(overtaken, program);
    }
  for (const loop of wire.cutLoops) requireThread(loop, program);
  if (wire.complete && wire.shortfall !== undefined) reject('it is complete, and says why it is not');
  if (wire.shortfall !== undefined) requireShortfall(false, wire.shortfall, limits);
}

export function requireOutcome(outcome: Outcome, { observed }: Program): void {
  if (outcome.length !== observed.length)
    reject(`a final state has ${outcome.length} values, and ${observed.length} places are observed`);
}

function requireClaim(claim: Claim, program: Program): void {
  if (claim.kind === 'outcome') requireOutcome(claim.outcome, program);
  if (claim.kind === 'finding') requireThread(claim.finding, program);
  if (claim.kind === 'race') for (const side of claim.race.sides) requireThread(side, program);
}

function requireThread({ thread }: Pick<Finding | CutLoop, 'thread'>, { threads }: Program): void {
  if (thread < 0 || thread >= threads.length) reject(`there is no thread ${thread}`);
}

function requireEnd(
  { cutLoops, statistics }: Pick<WireRoute, 'cutLoops' | 'statistics'>,
  program: Program,
  _limits: SentLimits,
): void {
  for (const loop of cutLoops) requireThread(loop, program);
  for (const [name, value] of Object.entries(statistics)) {
    if (!/^\w{1,40}$/.test(name)) reject('a figure has no name that diptych gives');
    if (!Number.isFinite(value) || value < 0) reject(`the figure ${name} is ${value}`);
  }
}

/** A worker that is told to stop sends nothing; `time` and `executions` are limits of the question. */
function requireShortfall(complete: boolean, shortfall: Shortfall | undefined, limits: SentLimits): void {
  if (complete && shortfall !== undefined) reject('it is complete, and says why it is not');
  switch (shortfall?.kind) {
    case undefined:
      if (!complete) reject('it is not complete, and does not say why');
      return;
    case 'time':
      if (limits.timeLimitMs === undefined) reject('it was stopped by a time limit that nobody set');
      return;
    case 'executions':
      if (limits.maxExecutions === undefined)
        reject('it was stopped by a number of executions that nobody set');
      return;
    case 'strategy':
      if (limits.strategy === undefined) reject('it was stopped by a strategy that nobody chose');
      return;
    case 'interrupted':
    case 'unconfirmed':
    case 'one-worker':
      reject('it was stopped, and is no answer');
      return;
    default:
  }
}
