// Shared memory used with different sizes: the answers of `check` and `races`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerFile, hereHost } from '../../src/cli/answerFile.js';
import type { Answer } from '../../src/cli/fileCommand.js';
import { askDivided } from '../../src/cli/mixedSizes.js';
import { status } from '../../src/cli/status.js';
import { createStyle } from '../../src/report/style.js';
import { InputError } from '../../src/support/diagnostic.js';
import { Random } from '../../src/support/prng.js';
import type { Verdict } from '../../src/verdict/condition.js';
import { executorOf } from '../../src/verdict/executor.js';
import {
  type MixedProgram,
  mixedOutcomes,
  mixedRace,
  mixedText,
  randomMixed,
} from '../reference/mixedSizes.js';
import { capture } from './capture.js';
import { checkRequest } from './checkRequest.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function asked(text: string, ...argv: string[]): Promise<number> {
  const file = join(folder, 'mixed.c');
  writeFileSync(file, text);
  return (await capture(...argv, '--report', folder, file)).status;
}

const models = ['sc', 'tso', 'pso'] as const;

/** Values that the loads of one program may find: some of them, or some of their bytes, from other executions. */
function candidate(random: Random, program: MixedProgram): readonly number[] {
  const possible = mixedOutcomes(program, 'pso');
  const mask = random.pick([0, 0xff, 0xff00, 0xffff, 0xff000000]);
  const mixed = (a: number, b: number): number => ((a & ~mask) | (b & mask)) >>> 0;
  return random
    .pick(possible)
    .map((value, i) => (random.chance(0.5) ? value : mixed(value, random.pick(possible)[i])));
}

const [seeds, from] = [Number(process.env.DIPTYCH_SEEDS ?? 8), Number(process.env.DIPTYCH_FIRST ?? 1)];

describe('memory that threads share and use with different sizes', () => {
  it('is answered as a machine that knows such stores does, or refused', async () => {
    const counts = { right: 0, refused: 0 };
    for (let seed = from; seed < from + seeds; seed++) {
      const random = new Random(seed);
      const program = randomMixed(random);
      const unwanted = candidate(random, program);
      const text = mixedText(program, unwanted);
      const model = random.pick(models);
      const isFound = mixedOutcomes(program, model).some((values) =>
        values.every((v, i) => v === unwanted[i]),
      );
      const engine = seed % 5 === 0 ? 'both' : 'explicit';
      const status = await asked(text, 'check', '-m', model, '--engine', engine);
      if (status === 2 && model !== 'sc') counts.refused++;
      else {
        expect([seed, model, status]).toEqual([seed, model, isFound ? 1 : 0]);
        counts.right++;
      }
      expect([seed, await asked(text, 'races', '--engine', engine)]).toEqual([
        seed,
        mixedRace(program) ? 1 : 0,
      ]);
    }
    expect(counts.right).toBeGreaterThan(counts.refused);
    if (process.env.DIPTYCH_SEEDS !== undefined) console.log(counts);
  });

  it('tells no finding of the reading in pieces while a user waits', async () => {
    const side = (mine: string, other: string, n: number): string =>
      `static void *t${n}(void *p) { ${mine}.whole = 1; r${n} = ${other}.whole; ${mine}.part[1] = 0; return 0; }\n`;
    const file = join(folder, 'told.c');
    writeFileSync(
      file,
      `#include <assert.h>\n#include <pthread.h>\nunion { int whole; char part[4]; } x, y; int r0, r1;\n${
        side('x', 'y', 0) + side('y', 'x', 1)
      }int main(void) { pthread_t a, b; pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
       pthread_join(a, 0); pthread_join(b, 0); assert(r0 || r1); return 0; }\n`,
    );
    const told: string[] = [];
    const host = hereHost();
    // only engines that work apart tell findings early
    const engines: typeof host.engines = async (choice) =>
      (await host.engines(choice)).map((engine) => ({ ...executorOf(engine), apart: true }));
    const answer = await answerFile(checkRequest(file, { model: ['tso'], report: folder }), {
      ...host,
      engines,
      tell: (line) => told.push(line),
    });
    expect([answer.status, told]).toEqual([status.badInput, []]);
    expect(answer.stderr).toContain('c-mixed-size');
  });

  /** Two threads take structs and texts from an array of bytes. */
  const arena = `#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
static _Alignas(max_align_t) unsigned char bytes[64];
static size_t used;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *take(size_t n) { pthread_mutex_lock(&m); void *p = bytes + used; used += (n + 15) / 16 * 16; pthread_mutex_unlock(&m); return p; }
struct item { long key; int tag; };
static void *work(void *arg) {
  struct item *p = take(sizeof *p); p->key = 1; p->tag = *(int *)arg;
  char *s = take(3); strcpy(s, "ab");
  assert(p->tag == *(int *)arg && strlen(s) == 2);
  return p;
}
int main(void) {
  pthread_t t; int one = 7, two = 8; void *a, *b;
  pthread_create(&t, 0, work, &one); b = work(&two); pthread_join(t, &a);
  assert(((struct item *)a)->tag == 7 && ((struct item *)b)->tag == 8);
}
`;

  it('is what an arena of bytes has', async () => {
    const explicit = ['--engine', 'explicit'];
    expect(await asked(arena, 'check', ...explicit)).toBe(0);
    expect(await asked(arena, 'races', ...explicit)).toBe(0);
    expect(await asked(arena.replace('tag == 8', 'tag == 7'), 'check', ...explicit)).toBe(1);
  });

  describe('has no answer if the time is over, and is refused if more time does not help', () => {
    type Said = readonly [sc: Verdict, tso: Verdict];
    const answered = (said: Said, outOfTime: boolean): Answer => ({
      status: said.includes('violated') ? 1 : said.includes('unknown') ? 4 : 0,
      outOfTime: outOfTime && said.includes('unknown'),
      answers: [],
      verdicts: new Map([
        ['sc', said[0]],
        ['tso', said[1]],
      ]),
      json: () => ({}),
      text: () => said.join(' '),
    });
    const asking = (pieces: Said, sections: Said, outOfTime: boolean): Promise<string> =>
      askDivided(checkRequest('a.c', { model: ['sc', 'tso'] }), async ({ options }) => {
        const indivisible = 'indivisible' in options ? options.indivisible : undefined;
        if (indivisible === undefined) throw new InputError({ code: 'c-mixed-size', message: 'sizes' });
        return answered(indivisible === 'none' ? pieces : sections, outOfTime);
      }).then(
        (answer) => answer.text(createStyle(false)),
        (error: Error) => error.message,
      );

    it.each<readonly [pieces: Said, sections: Said, outOfTime: boolean, expected: string]>([
      [['violated', 'violated'], ['violated', 'violated'], false, 'violated violated'],
      [['holds', 'violated'], ['holds', 'holds'], false, 'sizes'],
      [['holds', 'violated'], ['holds', 'unknown'], false, 'sizes'],
      [['holds', 'violated'], ['holds', 'unknown'], true, 'holds unknown'],
      [['violated', 'violated'], ['violated', 'unknown'], true, 'violated unknown'],
      [['violated', 'violated'], ['unknown', 'holds'], true, 'stopped: time'],
    ])('%j and %j, out of time: %s', async (pieces, sections, outOfTime, expected) => {
      expect(await asking(pieces, sections, outOfTime)).toBe(expected);
    });
  });

  it('is refused where the question is about more than verdicts', async () => {
    expect(await asked(arena, 'outcomes')).toBe(2);
    expect(await asked(arena, 'check', '--races')).toBe(2);
  });
});
