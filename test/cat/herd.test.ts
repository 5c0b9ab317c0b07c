// Models written as herd's users write them, with herd's library, say the same as the shipped ones.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeGraph } from '../../src/cat/judge.js';
import { loadCatFile, loadModel } from '../../src/cat/models.js';
import { parseCat } from '../../src/cat/resolve.js';
import type { ModelName } from '../../src/execution/execution.js';
import type { Feature } from '../../src/generate/randomOptions.js';
import { InputError } from '../../src/support/diagnostic.js';
import { arbitraryProgram } from '../generate/arbitrary.js';
import { candidates } from './candidates.js';

const variants: readonly (readonly [string, ModelName, string])[] = [
  [
    'sc, short',
    'sc',
    `SC
include "fences.cat"
include "cos.cat"
let com = rf | fr | co
acyclic po | com as sc
show com`,
  ],
  [
    'sc, with its own fr',
    'sc',
    `"Sequential consistency" withoutco
let invrf = rf^-1
with co from generate_cos(co0)
let fr = invrf ; co
let fre = fr & ext
let coe = co \\ (co & int)
(* coherence, atomicity, the rest *)
acyclic po-loc | rf | co | fr
empty rmw & (fre;coe) as atomic
acyclic po | rf | co | fr as sc`,
  ],
  [
    'sc, as a partial order by recursion',
    'sc',
    `let rec before = po | rf | co | fr | before;before
irreflexive before as sc`,
  ],
  [
    'tso, with filters and implied fences',
    'tso',
    `X86 TSO
include "x86fences.cat"
include "filters.cat"
include "cos.cat"
(* Uniproc *)
let com = rf | fr | co
acyclic po-loc | amo | com
(* Atomic *)
empty rmw & (fre;coe)
#what a processor keeps
let kept = WW(po) | RM(po)
include "x86fences.cat"
let poWR = WR(po)
let before-locked = MA(poWR)
let after-locked = AM(poWR)
let implied = before-locked | after-locked
let GHB = mfence | implied | kept | rfe | fr | co
show implied
show sfence,lfence
acyclic GHB as tso`,
  ],
  [
    'tso, with locked sets and sequences',
    'tso',
    `"x86"
include "cos.cat"
let com = (rf | ca)+
irreflexive po-loc ; com as internal
let poWR = [W];po;[R]
let ppo = [R];po;[M] | [W];po;[W] | [M];po;[MFENCE];po;[M] | poWR;[LOCKED] | [X];poWR
acyclic ppo | ((rfe | fr | co);sm) as ghb`,
  ],
  [
    'tso, ordered-before by recursion',
    'tso',
    `"mixed"
include "cos.cat"
let obs = rfe | fre | coe
let kept = po & (M * M)
let rec lob = kept \\ ([W];po;[R])
  | [W];po;[MFENCE];po;[R]
  | [W];po;[R & X]
  | [W & X];po;[R]
  | lob;lob
let rec ob = obs;si | lob | ob;ob
acyclic po-loc | ca | rf as internal
irreflexive ob as external`,
  ],
  [
    'tso, by what it gives up',
    'tso',
    `MIPS-TSO
include "filters.cat"
include "cos.cat"
let relaxed = try nosuchset * R with (W \\ X) * (R \\ X)
let memory = po & (M|MFENCE) * (M|MFENCE)
procedure coherence(order) =
  acyclic order | rf | fr | co
end
call coherence(po-loc) as uniproc
call coherence(0)
call subseteq(rmw & (fre;coe), 0)
acyclic memory \\ relaxed | rfe | fr | co as tso`,
  ],
];

const families: readonly (readonly Feature[])[] = [
  ['rmw', 'fence', 'store-fence', 'lock', 'nondet'],
  ['rmw', 'spawn', 'fence'],
  ['atomic', 'rmw', 'fence'],
];

describe.each(variants)('%s', (_, name, text) => {
  const own = parseCat(text, 'herd.cat');
  const shipped = loadModel(name);

  test.each(families)('%s, %s, %s', (...features) => {
    fc.assert(
      fc.property(arbitraryProgram({ features, size: 6, mix: false }), (program) => {
        for (const { execution } of candidates(program).slice(0, 300))
          expect(judgeGraph(own, execution).allowed).toBe(judgeGraph(shipped, execution).allowed);
      }),
      { numRuns: 25, seed: 1 },
    );
  });
});

test('includes are relative to the file that has them, and diagnostics name the included file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  try {
    writeFileSync(join(folder, 'main.cat'), 'SC\ninclude "parts.cat"\nacyclic order as sc');
    writeFileSync(join(folder, 'parts.cat'), 'let order = po | rf | co | fr');
    expect(loadCatFile(join(folder, 'main.cat')).axioms.map((a) => a.name)).toEqual(['sc']);
    writeFileSync(join(folder, 'parts.cat'), 'let order = po |\n  fr | oops');
    expect.assertions(2);
    loadCatFile(join(folder, 'main.cat'));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.diagnostic).toMatchObject({
      code: 'cat-unknown-name',
      file: join(folder, 'parts.cat'),
      line: 2,
      column: 8,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
