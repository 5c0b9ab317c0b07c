// npm run spin [programs] [first seed]: random programs with loops that wait, as they are and with rounds left out
// (docs/spin-loops.md). Prints how much was compared; exit status 1 and the program if something was not the same.

import { modelNames } from '../src/execution/execution.js';
import { printProgram } from '../src/program/printer.js';
import { SymbolicEngine } from '../src/symbolic/index.js';
import { type Judged, judgeHangs, judgeRaces, judgeStates } from '../test/explicit/spinJudge.js';
import { spinningProgram } from '../test/program/spinningPrograms.js';

const [programs = 1000, first = 0] = process.argv.slice(2).map(Number);
const engine = await SymbolicEngine.start();
const counts = new Map<string, number>();
const count = (what: string, by = 1): void => void counts.set(what, (counts.get(what) ?? 0) + by);

for (let seed = first; seed < first + programs; seed++) {
  count('programs');
  const original = spinningProgram(seed, {
    stops: seed % 2 === 0,
    choices: seed % 5 === 0,
    orders: true,
    ...(seed % 3 === 0 ? { widths: seed % 2 === 0 ? 'one' : 'mixed' } : {}),
  });
  const judge = (what: string, judged: Judged): void => {
    count(`${what} compared`, judged.compared);
    if (judged.complaints.length === 0) return;
    count('not the same');
    process.exitCode = 1;
    console.log(`seed ${seed}, ${what}: ${judged.complaints.join('; ')}\n${printProgram(original)}`);
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
