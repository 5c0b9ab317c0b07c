// npm run judge spin [seeds] [first seed]: random programs with loops that wait, two of each seed, as they are and with rounds left out
// (docs/spin-loops.md). Prints how much was compared; exit status 1 and the program if something was not the same.

import { modelNames } from '../src/execution/execution.js';
import { printProgram } from '../src/program/printer.js';
import type { Program } from '../src/program/program.js';
import { SymbolicEngine } from '../src/symbolic/index.js';
import { type Judged, judgeHangs, judgeRaces, judgeStates } from '../test/explicit/spinJudge.js';
import { lockProgram } from '../test/program/lockPrograms.js';
import { spinningProgram } from '../test/program/spinningPrograms.js';

const [seeds = 1000, first = 0] = process.argv.slice(2).map(Number);
const engine = await SymbolicEngine.start();
const counts = new Map<string, number>();
const count = (what: string, by = 1): void => void counts.set(what, (counts.get(what) ?? 0) + by);

/** One of loops of all shapes, and one of threads around a lock. */
const madeOf = (seed: number): readonly Program[] => {
  const stops = seed % 2 === 0;
  const options = { stops, choices: seed % 5 === 0, orders: true, own: seed % 4 >= 2 };
  const widths = seed % 3 === 0 ? ({ widths: stops ? 'one' : 'mixed' } as const) : {};
  return [spinningProgram(seed, { ...options, ...widths }), lockProgram(seed, { stops })];
};

for (let seed = first; seed < first + seeds; seed++)
  for (const original of madeOf(seed)) {
    count('programs');
    count(`programs of ${original.name.split('-')[0]}`);
    const judge = (what: string, judged: Judged): void => {
      count(`${what} compared`, judged.compared);
      if (judged.complaints.length === 0) return;
      count('not the same');
      process.exitCode = 1;
      console.log(`${original.name}, ${what}: ${judged.complaints.join('; ')}\n${printProgram(original)}`);
    };
    for (const model of modelNames) {
      judge(`${model} states and findings`, judgeStates(original, model, { engine }));
      if (seed % 2 === 0 || seed % 5 === 0) continue;
      const judged = judgeHangs(original, model);
      if (judged === undefined) continue;
      count(judged.hangs ? 'programs that can hang' : 'programs that cannot hang');
      judge(`${model} hangs`, judged);
    }
    judge('races', judgeRaces(original));
  }
for (const [what, n] of counts) console.log(`${what}: ${n}`);
