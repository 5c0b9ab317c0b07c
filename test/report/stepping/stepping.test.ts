// Runs as data: the page shows the steps that the machine took, and offers those that it can take.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../../src/execution/execution.js';
import { scheduleText } from '../../../src/execution/scheduleText.js';
import { explore } from '../../../src/explicit/explore.js';
import { parseC } from '../../../src/frontend/c/index.js';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import { randomProgram } from '../../../src/generate/random.js';
import { atProcessEnd } from '../../../src/program/processEnd.js';
import type { Program } from '../../../src/program/program.js';
import { choicesView, reachableView } from '../../../src/report/stepping/choices.js';
import { machineAfter, runView } from '../../../src/report/stepping/run.js';

const read = (name: string): Program => {
  const file = `benchmarks/litmus/${name}.litmus`;
  return parseLitmus(readFileSync(file, 'utf8'), file);
};
const unroll = 2;

/** Takes choices until there is none, the way a person would. */
function walk(program: Program, model: ModelName, picks: readonly number[]): string {
  let schedule = '';
  for (let i = 0; ; i++) {
    const { machine, impossible } = machineAfter(program, unroll, { model, schedule });
    expect(impossible).toBeUndefined();
    const { choices } = choicesView(program, machine);
    if (choices.length === 0 || i > 200) return schedule;
    schedule = `${schedule} ${choices[(picks[i % picks.length] ?? 0) % choices.length].steps}`.trim();
  }
}

describe('a run', () => {
  it('of store buffering has the events, the relations, the cycle, and the machine after each step', () => {
    const program = read('SB');
    const found: string[] = [];
    explore(program, {
      model: 'tso',
      onOutcome: (outcome, build) => {
        if (outcome.slice(0, 2).join() === '0,0') found.push(scheduleText(build().schedule));
      },
    });
    const view = runView(program, unroll, { model: 'tso', schedule: found[0] });
    expect(view.threads).toEqual(['P0', 'P1']);
    expect(view.events.map(({ text }) => text)).toEqual(['W x=1', 'R y=0', 'W y=1', 'R x=0']);
    expect(view.events.every(({ onCycle, at }) => onCycle && at !== undefined)).toBe(true);
    expect(view.edges.map(({ relation }) => relation).sort()).toEqual(['fr', 'fr', 'po', 'po']);
    expect(view.machine.length).toBe(view.steps.length + 1);
    expect(view.machine.at(-1)?.memory).toEqual([
      { name: 'x', value: '1' },
      { name: 'y', value: '1' },
    ]);
    expect(view.end).toEqual({ kind: 'state', text: '0:EAX=0  1:EAX=0  x=1  y=1' });
    expect(view.steps.filter(({ commit }) => commit).length).toBe(2);
    expect(view.steps.some(({ interesting, commit }) => interesting && !commit)).toBe(true);
  });

  it('by hand ends where the machine cannot go on, and its end is among what was reachable before each step', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...modelNames),
        (seed, picks, model) => {
          const program = randomProgram(seed);
          const schedule = walk(program, model, picks);
          const view = runView(program, unroll, { model, schedule });
          expect(view.end).toBeDefined();
          if (view.end?.kind !== 'state') return;
          for (const taken of [0, ...view.steps.map((step) => step.taken)]) {
            const { machine } = machineAfter(program, unroll, { model, schedule }, taken);
            expect(reachableView(program, machine, 100_000).states).toContain(view.end.text);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('of a C program offers no step that means nothing alone, and ends with the process', () => {
    const file = 'docs/examples/mutex.c';
    const program = atProcessEnd(parseC(readFileSync(file, 'utf8'), file, { unroll }));
    for (const picks of [[0], [1], [2, 0], [3, 1, 2], [0, 1, 2, 3, 4]]) {
      const schedule = walk(program, 'tso', picks);
      const view = runView(program, unroll, { model: 'tso', schedule });
      expect(view.steps.map(({ text }) => text).filter((text) => /stays|choose/.test(text))).toEqual([]);
      expect(view.end?.kind).toMatch(/state|finding/);
    }
  });

  it('stops before a step that the machine cannot take', () => {
    expect(runView(read('SB'), unroll, { model: 'tso', schedule: '0 0 0' }).impossible).toBe(2);
    expect(runView(read('SB'), unroll, { model: 'tso', schedule: 'nonsense' }).steps).toEqual([]);
  });

  it('says where a load takes its value from', () => {
    const program = read('SB');
    const offered = (schedule: string): string[] =>
      choicesView(program, machineAfter(program, unroll, { model: 'tso', schedule }).machine).choices.map(
        ({ thread, text, note }) => `P${thread} ${text}: ${note}`,
      );
    expect(offered('')).toEqual(['P0 W x=1: into the buffer', 'P1 W y=1: into the buffer']);
    expect(offered('0')).toContain('P0 R y=0: from memory, the initial value');
    expect(offered('0')).toContain('P0 x=1: buffer to memory');
  });
});
