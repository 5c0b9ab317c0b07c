// Contradictions in words: an answer that another engine denies, and certificates that fail.

import type { Step } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import type { Flaw } from '../verdict/certificate.js';
import type { Difference } from '../verdict/compare.js';
import type { Claim } from '../verdict/engine.js';
import { findingText, placeText } from './places.js';
import type { StateNames } from './state.js';

/** `explicit finds 0:EAX=0; which symbolic says is unreachable` */
export function differenceText(names: StateNames, program: Program, difference: Difference): string {
  const { foundBy } = difference;
  switch (difference.kind) {
    case 'outcome':
      return `${foundBy} finds ${names.state(difference.outcome)} which ${difference.deniedBy} says is unreachable`;
    case 'finding':
      return `${foundBy} finds ${findingText(program, difference.finding)} which ${difference.deniedBy} says cannot happen`;
    case 'cut-loop': {
      const { thread, at } = difference.loop;
      return `${foundBy} cuts the loop of ${placeText(program, thread, at)} which ${difference.deniedBy} says ends within its bound`;
    }
    case 'certificate':
      return `${foundBy} finds ${claimText(names, program, difference.claim)} but ${flawText(names, program, difference.flaw)}`;
  }
}

export function claimText(names: StateNames, program: Program, claim: Claim): string {
  switch (claim.kind) {
    case 'outcome':
      return names.state(claim.outcome);
    case 'finding':
      return findingText(program, claim.finding);
    case 'hb-cycle':
      return 'a happens-before cycle';
    case 'race':
      return `a data race on ${names.cell(claim.race.address)}`;
  }
}

export function flawText(names: StateNames, program: Program, flaw: Flaw): string {
  switch (flaw.kind) {
    case 'impossible-step':
      return `the machine cannot take step ${flaw.position + 1} of its execution (${stepText(names, program, flaw.step)})`;
    case 'unfinished':
      return 'its execution is not at its end';
    case 'unlike-replay':
      return `the machine does something else: ${flaw.what}`;
    case 'malformed':
      return `its execution is none: ${flaw.malformed.map(({ message }) => message).join('; ')}`;
    case 'forbidden':
      return `the model forbids its execution: ${flaw.violations.map(({ axiom }) => axiom).join(', ')}`;
    case 'beside-the-point':
      return 'its execution shows something else';
  }
}

function stepText(names: StateNames, program: Program, step: Step): string {
  const thread = program.threads[step.thread]?.name ?? `thread ${step.thread}`;
  if (step.kind === 'commit') return `${thread} commits ${names.cell(step.address)}`;
  return step.choice === undefined ? `${thread} executes` : `${thread} chooses ${step.choice}`;
}
