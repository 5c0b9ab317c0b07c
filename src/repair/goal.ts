// What a repair is for: that every trace is sequentially consistent, or that assertions and the condition hold. For the
// second, nothing may go wrong and no bad final state be reached. A condition `exists` names a state to look for; as a goal
// it is one to be ruled out.

import type { Outcome } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import { conditionOf, observingCondition, satisfies } from '../verdict/condition.js';
import { forFinalStates, type Limits } from '../verdict/engine.js';

export const goals = ['robust', 'assertions'] as const;
export type Goal = (typeof goals)[number];

/** The program as it is asked about when its assertions count. */
export function forAssertions(program: Program, limits: Limits): Program {
  return forFinalStates(observingCondition(rulingOut(program)), limits);
}

/** `exists` as something that must not be. */
export function rulingOut(program: Program): Program {
  const { condition } = program;
  return condition?.quantifier === 'exists'
    ? { ...program, condition: { ...condition, quantifier: 'not exists' } }
    : program;
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
