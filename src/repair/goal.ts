// What a repair is for: that every trace is sequentially consistent, or that assertions and the condition hold. For the
// second, nothing may go wrong and no bad final state be reached. A condition `exists` names a state to look for; as a goal
// it is one to be ruled out, if the user says that assertions are the goal.

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
