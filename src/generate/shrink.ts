// Shrinking: from a program that fails in some way to a smallest one that still does. Greedy: every step that keeps the
// failure and makes the program lighter is taken, until none is left.

import type { Program } from '../program/program.js';
import { validate } from '../program/validate.js';
import { InputError } from '../support/diagnostic.js';
import { renamed } from './rename.js';
import { rewrite } from './rewrite.js';
import { lastPasses, type Pass, passes } from './shrinkProgram.js';
import { weightOf } from './weight.js';

/** The smallest program the steps lead to for which `stillFails` holds, as it must for `program` itself. */
export async function shrink(
  program: Program,
  stillFails: (candidate: Program) => boolean | Promise<boolean>,
): Promise<Program> {
  const search = descend(program);
  let step = search.next();
  while (!step.done) step = search.next(await stillFails(step.value));
  return step.value;
}

export function shrinkSync(program: Program, stillFails: (candidate: Program) => boolean): Program {
  const search = descend(program);
  let step = search.next();
  while (!step.done) step = search.next(stillFails(step.value));
  return step.value;
}

/** All programs one step smaller, valid and lighter, the smallest first as far as that is known. */
export function* smallerPrograms(program: Program): Generator<Program> {
  for (const pass of [...passes, ...lastPasses]) yield* candidates(program, pass);
}

function* candidates(program: Program, pass: Pass): Generator<Program> {
  const weight = weightOf(program);
  for (const candidate of pass(program))
    if (weightOf(candidate) < weight && isValid(candidate)) yield candidate;
}

function isValid(program: Program): boolean {
  try {
    validate(program);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Yields candidates and is told whether they fail. */
function* descend(program: Program): Generator<Program, Program, boolean> {
  let current = withoutSource(program);
  const tried = new Set<string>();
  function* exhaust(pass: Pass): Generator<Program, boolean, boolean> {
    let progress = false;
    for (let again = true; again; ) {
      again = false;
      for (const candidate of candidates(current, pass)) {
        const key = textOf(candidate);
        if (tried.has(key)) continue;
        tried.add(key);
        if (yield candidate) {
          current = candidate;
          again = true;
          progress = true;
          break;
        }
      }
    }
    return progress;
  }
  for (let progress = true; progress; ) {
    progress = false;
    for (const pass of passes) progress = (yield* exhaust(pass)) || progress;
    if (!progress) for (const pass of lastPasses) progress = (yield* exhaust(pass)) || progress;
  }
  return renamed(current);
}

/** A shrunk program no longer matches its source text. */
function withoutSource(program: Program): Program {
  const { source: _, ...rest } = program;
  return rewrite(rest, {
    statement: ({ at: _at, ...s }) => [s],
  });
}

function textOf(program: Program): string {
  return JSON.stringify(program, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`;
    return value instanceof Map ? [...value] : value;
  });
}
