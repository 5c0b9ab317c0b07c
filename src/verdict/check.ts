// The question "do the condition and the assertions hold?". A violation that was found is certain. Its absence is
// certain only if everything was seen: a cut loop makes it an answer up to the bound. Final states that the condition
// does not distinguish are not enumerated, so a program with many states and few assertions stays cheap.

import { compareOutcomes, type Evidence } from '../execution/execution.js';
import { type CutLoop, cutsShort, everyGroup, type FindingGroup, isLookedFor } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import type { ModelAnswer } from './answer.js';
import { askEngines, type Decided } from './askEngines.js';
import {
  type ConditionAnswer,
  conditionOf,
  judgeCondition,
  observingCondition,
  satisfies,
  type Verdict,
} from './condition.js';
import { type Claim, forFinalStates, whileRunning } from './engine.js';
import type { Question } from './outcomes.js';
import { type Stopped, unfinished } from './unfinished.js';

export interface ModelCheck {
  readonly answer: ModelAnswer;
  readonly condition: ConditionAnswer;
  readonly verdict: Verdict;
  /** The loops that were cut, if the verdict holds only as far as they ran. */
  readonly bounded: readonly CutLoop[];
  /** Where threads stop, if no execution reaches its end: then there is no answer. */
  readonly unfinished?: readonly Stopped[];
  /** An execution with the final state that decides the condition. */
  readonly decisive?: Evidence;
}

export interface CheckVerdict {
  /** The findings that count as violations. Others are reported beside the verdict. */
  readonly find: readonly FindingGroup[];
  /** As it was asked: observed is what the condition reads. */
  readonly program: Program;
  readonly results: readonly ModelCheck[];
}

interface CheckQuestion extends Question {
  /** An answer up to a bound, or that not every engine that was asked confirms, is no answer. */
  readonly strict: boolean;
  /** The findings that count as violations, beside the condition; all findings if absent. */
  readonly find?: readonly FindingGroup[];
  /** Told at once of the first violation under each model, with the program as it was asked. */
  readonly onViolation?: (program: Program, violation: Decided) => void;
}

/** Milliseconds to see what was checked, however late it is. */
const leastMs = 200;

export async function askCheck(whole: Program, question: CheckQuestion): Promise<CheckVerdict> {
  const start = performance.now();
  const program = observingCondition(whole);
  const { limits, find = everyGroup } = question;
  const answers = await askEngines({
    ...question,
    program,
    limits: { ...limits, anyWay: true },
    keep: 'decisive',
    decides: violation(program, find),
    onDecided: (decided) => question.onViolation?.(program, decided),
  });
  const end = Math.max(start + (limits.timeLimitMs ?? Number.POSITIVE_INFINITY), performance.now() + leastMs);
  const mayGoOn = (): boolean => performance.now() < end && limits.signal?.aborted !== true;
  const results = answers.map(({ answer, kept }): ModelCheck => {
    const result = check(program, answer, question.strict, find);
    const { decidedBy } = result.condition;
    const decisive = kept.find(
      ({ outcome }) => decidedBy !== undefined && compareOutcomes(outcome, decidedBy) === 0,
    );
    const asked = {
      program: forFinalStates(program, limits),
      running: whileRunning(program, limits),
      unroll: limits.unroll,
    };
    const stopped = unfinished(asked, answer, mayGoOn);
    return {
      ...result,
      ...(decisive === undefined ? {} : { decisive: decisive.shown }),
      ...(stopped === undefined ? {} : { unfinished: stopped, verdict: 'unknown' }),
    };
  });
  return { program, find, results };
}

/** Tells what alone is a violation. */
function violation(program: Program, find: readonly FindingGroup[]): (claim: Claim) => boolean {
  const { quantifier, formula } = conditionOf(program);
  const isTrue = satisfies(program, formula);
  return (claim) =>
    (claim.kind === 'finding' && isLookedFor(claim.finding, find)) ||
    (claim.kind === 'outcome' &&
      quantifier !== 'exists' &&
      isTrue(claim.outcome) === (quantifier === 'not exists'));
}

export function check(
  program: Program,
  answer: ModelAnswer,
  strict: boolean,
  find: readonly FindingGroup[] = everyGroup,
): ModelCheck {
  const condition = judgeCondition(program, answer.outcomes, answer.complete);
  const found = answer.findings.some(({ finding }) => isLookedFor(finding, find));
  // the thread's steps after such a finding are not known: they may contain the one looked for
  const unclear = answer.findings.some(({ finding }) => !isLookedFor(finding, find) && cutsShort(finding));
  const certain = found || (condition.verdict === 'violated' && condition.decidedBy !== undefined);
  const bounded = certain ? [] : answer.cutLoops;
  const doubtful = !certain && (bounded.length > 0 || !answer.confirmed);
  return {
    answer,
    condition,
    verdict: strict && doubtful ? 'unknown' : overall(found, condition.verdict, answer.complete && !unclear),
    bounded,
  };
}

function overall(found: boolean, condition: Verdict, complete: boolean): Verdict {
  if (found || condition === 'violated') return 'violated';
  return complete ? condition : 'unknown';
}
