// How many executions per second the cat evaluator judges, and how many of them hbCycle answers, by number of events.
// Run: npx tsx benchmarks/judge.ts

import { Bench } from 'tinybench';
import { judge } from '../src/cat/judge.js';
import { loadModel } from '../src/cat/models.js';
import { type Execution, modelNames } from '../src/execution/execution.js';
import { hbCycle } from '../src/execution/hb.js';
import { explore } from '../src/explicit/explore.js';
import { program } from '../src/program/builder.js';

/** Executions of a program with four threads and about `events` events. */
function executions(events: number) {
  const p = program(`mixed-${events}`);
  const cells = ['x', 'y', 'z'].map((name) => p.location(name));
  for (let thread = 0; thread < 4; thread++)
    p.thread((t) => {
      for (let i = 0; i < events / 4; i++) {
        const cell = cells[(i + thread) % cells.length];
        if (i % 4 === 0) t.store(cell, i);
        else if (i % 4 === 3) t.fetch('+', cell, 1);
        else t.load(cell);
      }
    });
  const built = p.build();
  const found: Execution[] = [];
  explore(built, {
    model: 'tso',
    dpor: 'none',
    maxExecutions: 50,
    onExecution: (witness) => found.push(witness().execution),
  });
  return { built, found };
}

const bench = new Bench({ time: 300, warmupTime: 100 });
for (const events of [8, 20, 40, 100, 200]) {
  const { built, found } = executions(events);
  let next = 0;
  const execution = (): Execution => found[next++ % found.length];
  for (const name of modelNames) {
    const model = loadModel(name);
    bench.add(`judge ${name}, ${events} events`, () => {
      judge(model, built, execution());
    });
  }
  bench.add(`hbCycle, ${events} events`, () => {
    hbCycle(execution());
  });
}
await bench.run();
console.table(bench.table());
