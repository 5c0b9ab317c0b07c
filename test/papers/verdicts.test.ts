// Every program of benchmarks/papers has the verdicts that its manifest says. The explicit engine looks at so many executions
// at most; where that is not enough the symbolic one decides, and where it is fast it confirms.

import { describe, expect, it } from 'vitest';
import { loadPapers, type PaperProgram, type PaperVariant } from '../../lab/papers/manifest.js';
import { modelNames } from '../../src/execution/execution.js';
import { readProgram } from '../../src/frontend/index.js';
import { askCheck } from '../../src/verdict/check.js';
import type { EngineName } from '../../src/verdict/engine.js';
import { startEngines } from '../../src/verdict/engines.js';

const maxExecutions = 5_000;

/** Here every trace is looked at as a graph. All programs that are not slow have fewer, or a cycle among the first ones. */
const robustLimits = { maxExecutions: 12_000, spinAssume: false };

/** Those that the symbolic engine answers in well under a second. */
const symbolicToo = [
  'dcl_singleton',
  'peterson',
  'szymanski',
  'ring8',
  'increments5',
  'fig1b',
  'idle',
  'ms2',
];

const checked = loadPapers()
  .map((program) => ({ program, variants: program.variants.filter(({ slow }) => !slow) }))
  .filter(({ variants }) => variants.length > 0)
  .map(({ program, variants }) => ({ name: `${program.group}/${program.name}`, program, variants }));

async function verdictsOf(program: PaperProgram, variant: PaperVariant, engine: EngineName) {
  const { defines, unroll } = variant;
  const { results } = await askCheck(await readProgram(program.file, { defines, unroll }), {
    models: modelNames.filter((model) => variant.verdicts[model] !== undefined),
    engines: await startEngines(engine),
    limits: { unroll, maxExecutions },
    strict: false,
  });
  return Object.fromEntries(results.map(({ answer, verdict }) => [answer.model, verdict]));
}

describe("the papers' programs", () => {
  it.each(checked)('$name', async ({ program, variants }) => {
    for (const variant of variants) {
      const explored = await verdictsOf(program, variant, 'explicit');
      const open = Object.values(explored).includes('unknown');
      const solved: Awaited<ReturnType<typeof verdictsOf>> =
        open || symbolicToo.includes(program.name) ? await verdictsOf(program, variant, 'symbolic') : {};
      const known = Object.entries(explored).filter(([, verdict]) => verdict !== 'unknown');
      expect({ ...solved, ...Object.fromEntries(known) }, variant.name).toEqual(variant.verdicts);
      // Where both have answered they agree.
      for (const [model, verdict] of known)
        expect(solved[model] ?? verdict, `${variant.name} ${model}`).toBe(verdict);
    }
  });

  const recorded = checked.filter(({ variants }) =>
    variants.some(({ robust }) => Object.keys(robust).length > 0),
  );
  it.each(recorded)('$name, robust', async ({ program, variants }) => {
    const [engine] = await startEngines('explicit');
    for (const { name, defines, unroll, robust } of variants)
      for (const model of ['tso', 'pso'] as const) {
        if (robust[model] === undefined) continue;
        const asked = await readProgram(program.file, { defines, unroll });
        const answer = await engine?.robust?.(asked, model, { unroll, ...robustLimits });
        expect(answer?.robust, `${name} ${model}`).toBe(robust[model]);
      }
  });
});
