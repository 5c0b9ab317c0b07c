// The goal of a repair: every trace is sequentially consistent, or assertions and the condition hold. For the second
// goal there must be no finding and no bad final state. A condition `exists` names a state to look for. As a goal it
// is a state to rule out, if the user asks for assertions.

import type { Outcome } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import { conditionOf, observingCondition, satisfies } from '../verdict/condition.js';
import { forFinalStates, type Limits } from '../verdict/engine.js';

export const goals = ['robust', 'assertions'] as const;
export type Goal = (typeof goals)[number];

/** The program as it is asked about when its assertions count. */
export const forAssertions = (program: Program, rulesOut: boolean, limits: Limits): Program =>
  forFinalStates(observingCondition(asserted(program, rulesOut)), limits);

/** `exists` as something that must not be, or as nothing that is asked. */
export function asserted(program: Program, rulesOut: boolean): Program {
  const { condition, ...rest } = program;
  if (condition?.quantifier !== 'exists') return program;
  return rulesOut ? { ...program, condition: { ...condition, quantifier: 'not exists' } } : rest;
}

/** Whether a final state breaks the condition. */
export function isBad(program: Program): (outcome: Outcome) => boolean {
  const { quantifier, formula } = conditionOf(program);
  const isTrue = satisfies(program, formula);
  switch (quantifier) {
    case 'exists':
      return () => false;
    case 'not exists':
      return isTrue;
    case 'forall':
      return (outcome) => !isTrue(outcome);
  }
}
