// Models of the user's own: the solver finds as many graphs as there are candidates that the evaluator of cat/ allows.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatModel } from '../../src/cat/ast.js';
import { judgeGraph } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import { parseCat } from '../../src/cat/resolve.js';
import { modelNames } from '../../src/execution/execution.js';
import type { Feature } from '../../src/generate/randomOptions.js';
import { InputError } from '../../src/support/diagnostic.js';
import { encodings, SymbolicEngine } from '../../src/symbolic/index.js';
import { candidates } from '../cat/candidates.js';
import { everyday } from '../counts.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

const engine = await SymbolicEngine.start();

const features: readonly Feature[] = ['rmw', 'fence', 'store-fence', 'atomic', 'nondet', 'dependency', 'if'];
const programs = arbitraryProgram({ features, size: 6 });

/** Candidates are only made without values out of thin air. */
const noThinAir = 'acyclic po | rf as thinair';

/** Undefined for a model that makes no sense. */
function parsed(text: string): CatModel | undefined {
  try {
    return parseCat(text, 'own.cat');
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function expectSameGraphs(
  text: string,
  program: Parameters<typeof candidates>[0],
  encoding: (typeof encodings)[number],
): void {
  const model = parsed(text);
  fc.pre(model !== undefined);
  if (model === undefined) return;
  const allowed = candidates(program).filter(
    ({ complete, execution }) => complete && judgeGraph(model, execution).allowed,
  );
  expect(engine.count(program, { model, encoding }).graphs).toBe(allowed.length);
}

const set = fc.constantFrom(
  'R',
  'W',
  'M',
  'F',
  'S',
  'IW',
  '_',
  '(R & W)',
  '(W \\ R)',
  'domain(rf)',
  'range(co)',
);
const { relation } = fc.letrec<{ relation: string }>((tie) => ({
  relation: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(
      'po',
      'rf',
      'co',
      'fr',
      'loc',
      'int',
      'ext',
      'rfe',
      'rfi',
      'coe',
      'fre',
      'po-loc',
      'rmw',
      'id',
      '0',
    ),
    fc.tuple(set, set).map(([a, b]) => `(${a} * ${b})`),
    set.map((s) => `[${s}]`),
    fc
      .tuple(tie('relation'), fc.constantFrom('|', '&', '\\', ';'), tie('relation'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('relation'), fc.constantFrom('^-1', '^+', '^*', '?')).map(([a, op]) => `(${a})${op}`),
    tie('relation').map((a) => `(~(${a}))`),
  ),
}));
const coherence = fc.constantFrom(
  'acyclic po-loc | rf | co | fr',
  'let com = rf | co | fr\nacyclic com | po-loc',
  'let fr = rf^-1;co\nacyclic po | rf | co | fr',
);
/** Without coherence the reads of one atomic block need not agree, and then it matters how often a cell is read. */
const setting = fc.oneof(
  fc.tuple(coherence, programs),
  fc.tuple(fc.constant(''), arbitraryProgram({ features: features.filter((f) => f !== 'atomic'), size: 6 })),
);
const axiom = fc
  .tuple(fc.constantFrom('acyclic', 'irreflexive', 'empty', '~empty', '~irreflexive', '~acyclic'), relation)
  .map(([kind, r]) => `${kind} ${r}`);

describe('a model given as a file', () => {
  it.each(modelNames)('means the same as the shipped %s', (name) => {
    const model = { ...loadModel(name) };
    fc.assert(
      fc.property(programs, (program) => {
        const shipped = engine.count(program, { model: name });
        expect(engine.count(program, { model }).graphs).toBe(shipped.graphs);
        expect(engine.robust(program, { model }).robust).toBe(engine.robust(program, { model: name }).robust);
      }),
      { numRuns: everyday(25) },
    );
  });

  it('may say anything', () => {
    fc.assert(
      fc.property(
        setting,
        fc.array(axiom, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...encodings),
        ([first, program], axioms, encoding) => {
          expectSameGraphs([noThinAir, first, ...axioms].join('\n'), program, encoding);
        },
      ),
      { numRuns: everyday(80) },
    );
  });

  it('may not be recursive', () => {
    const model = parseCat('let rec before = po | before;before\nacyclic before', 'own.cat');
    fc.assert(
      fc.property(programs, (program) => {
        try {
          engine.count(program, { model });
          throw new Error('no diagnostic');
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          expect(error.diagnostic).toMatchObject({ code: 'cat-recursion', line: 1 });
        }
      }),
      { numRuns: 1 },
    );
  });
});
