import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatModel } from '../../src/cat/ast.js';
import { judgeGraph } from '../../src/cat/judge.js';
import { parseCat } from '../../src/cat/resolve.js';
import type { Execution } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { program } from '../../src/program/builder.js';
import type { Program } from '../../src/program/program.js';
import { arbitraryProgram } from '../generate/arbitrary.js';
import { candidates } from './candidates.js';
import { Naive } from './naive.js';

const { set, relation } = fc.letrec<{ set: string; relation: string }>((tie) => ({
  set: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('_', 'R', 'W', 'M', 'U', 'X', 'F', 'S', 'IW', 'FW', '{}'),
    fc.tuple(tie('set'), fc.constantFrom('|', '&', '\\'), tie('set')).map((p) => `(${p.join(' ')})`),
    tie('set').map((s) => `(~${s})`),
    fc.tuple(fc.constantFrom('domain', 'range'), tie('relation')).map(([f, r]) => `${f}(${r})`),
  ),
  relation: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(
      'po',
      'rf',
      'co',
      'fr',
      'loc',
      'int',
      'ext',
      'po-loc',
      'rfe',
      'rfi',
      'coe',
      'fre',
      'rmw',
      'id',
      '0',
    ),
    fc
      .tuple(tie('relation'), fc.constantFrom('|', '&', '\\', ';'), tie('relation'))
      .map((p) => `(${p.join(' ')})`),
    fc.tuple(tie('relation'), fc.constantFrom('^-1', '^+', '^*', '?')).map(([r, op]) => `(${r}${op})`),
    tie('relation').map((r) => `(~${r})`),
    fc.tuple(tie('set'), tie('set')).map(([a, b]) => `(${a} * ${b})`),
    tie('set').map((s) => `[${s}]`),
  ),
}));

/** The elements that `empty e` reports when e is not empty. */
function contents(model: CatModel, execution: Execution): unknown {
  const judgement = judgeGraph(model, execution);
  if (judgement.allowed) return [];
  const { evidence } = judgement.violations[0];
  if (evidence.kind === 'events') return evidence.events.toSorted((a, b) => a - b);
  return evidence.kind === 'pairs' ? evidence.pairs.map(({ from, to }) => `${from} ${to}`).sort() : evidence;
}

function expectNaive(text: string, execution: Execution): void {
  const model = parseCat(`empty ${text}`, 'm.cat');
  const [axiom] = model.axioms;
  const naive = new Naive(model, execution);
  const wanted = axiom.type === 'set' ? naive.setOf(axiom.value) : naive.pairsOf(axiom.value);
  expect(contents(model, execution)).toEqual(wanted);
}

/** An execution with `size` nodes: events of three threads, and initial writes of three cells. */
function longExecution(size: number): Execution {
  const p = program('long');
  const cells = [p.location('x'), p.location('y'), p.location('z')];
  const events = Array.from({ length: size - cells.length }, (_, i) => i);
  for (let thread = 0; thread < 3; thread++)
    p.thread((t) => {
      for (const i of events.filter((e) => e % 3 === thread)) {
        const cell = cells[(i >> 2) % 3];
        if (i % 4 === 0) t.store(cell, i);
        else if (i % 4 === 1) t.load(cell);
        else if (i % 4 === 2) t.fetch('+', cell, 1);
        else t.storeFence();
      }
    });
  return oneExecution(p.build());
}

function oneExecution(p: Program): Execution {
  const found: Execution[] = [];
  explore(p, { model: 'tso', dpor: 'none', maxExecutions: 1, onExecution: (w) => found.push(w().execution) });
  return found[0];
}

describe('every operator means what the naive evaluator says', () => {
  test('on candidates of random programs', () => {
    const features = ['rmw', 'fence', 'store-fence', 'atomic', 'lock', 'nondet', 'spawn'] as const;
    fc.assert(
      fc.property(
        arbitraryProgram({ features, size: 6 }),
        fc.oneof(set, relation),
        fc.nat(),
        (p, text, n) => {
          const all = candidates(p);
          expectNaive(text, all[n % all.length].execution);
        },
      ),
      { numRuns: 250, seed: 1 },
    );
  });

  test.each([31, 32, 33, 64, 65])('where rows need one word or more (%i nodes)', (size) => {
    const execution = longExecution(size);
    expect(contents(parseCat('empty _', 'm.cat'), execution)).toHaveLength(size);
    fc.assert(
      fc.property(fc.oneof(set, relation), (text) => expectNaive(text, execution)),
      { numRuns: 25, seed: 1 },
    );
  });
});

describe('recursion', () => {
  test('is the least solution', () => {
    const execution = longExecution(30);
    const same = parseCat(
      `let rec r = (po & loc) | rf | r;r
       let s = ((po & loc) | rf)^+
       empty (r \\ s) | (s \\ r) as closure
       let rec even = [IW] | odd;co and odd = even;co
       empty (even | odd) \\ ([IW];co^*) as alternating
       let rec reached = IW | range([reached];rf)
       empty reached \\ (IW | R) as set`,
      'm.cat',
    );
    expect(judgeGraph(same, execution)).toEqual({ allowed: true, flags: [] });
    const empty = parseCat('let rec r = r | r;r and s = s & W  empty r  empty s', 'm.cat');
    expect(judgeGraph(empty, execution)).toEqual({ allowed: true, flags: [] });
  });
});
