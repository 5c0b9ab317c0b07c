// The playground in a real browser (npm run test:browser). Needs Chromium and a built site; says so where one is missing.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumFlags, chromiumPath } from './chromium.js';

const built = existsSync('dist/site/index.html') && existsSync('dist/bin/diptych.cjs');
if (chromiumPath === undefined) console.warn('no Chromium: the browser tests are not run');
else if (!built) console.warn('no site (npm run build:site): the browser tests are not run');

const patience = 120_000;

describe.runIf(chromiumPath !== undefined && built)('the playground', () => {
  let server: ChildProcess;
  let browser: Browser;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    server = spawn('node', ['dist/bin/diptych.cjs', 'serve', '--port', '0', '--no-open'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    address = await new Promise((resolve) => {
      server.stdout?.on('data', (data: Buffer) => {
        const found = /http:\S+/.exec(data.toString());
        if (found !== null) resolve(found[0]);
      });
    });
    browser = await chromium.launch({
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: [...chromiumFlags],
    });
  }, patience);
  afterAll(async () => {
    await browser?.close();
    server?.kill();
  });
  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    page = await context.newPage();
    page.setDefaultTimeout(patience);
    await page.goto(address);
  }, patience);
  afterEach(() => page.context().close());

  const write = async (text: string): Promise<void> => {
    await page.locator('.cm-content').fill(text);
  };
  const finished = (): Promise<unknown> =>
    page.waitForFunction(() => document.getElementById('cancel')?.hidden === true);

  it(
    'answers SB with the explicit engine, marks the non-SC row, and confirms it with Z3',
    async () => {
      await page.waitForSelector('tr.non-sc');
      expect(await page.locator('tr.non-sc td').allTextContents()).toEqual([
        '0',
        '0',
        '1',
        '1',
        '–',
        'yes',
        'yes',
        'non-SC',
      ]);
      await page.waitForFunction(() =>
        document.getElementById('engines')?.textContent?.includes('both engines agree on pso'),
      );
      expect(await page.locator('#problem').isHidden()).toBe(true);
    },
    patience,
  );

  it(
    'answers before Z3 is asked for, with less than a megabyte',
    async () => {
      const fresh = await (await browser.newContext()).newPage();
      const loaded = new Map<string, number>();
      fresh.on('response', (response) => {
        // The engines have parts of the same kind, each its own: they count once, as long as Z3 is not asked.
        const part = new URL(response.url()).pathname.replace(/-.{8}\.js$/, '');
        loaded.set(part, Number(response.headers()['content-length'] ?? 0));
      });
      const start = performance.now();
      await fresh.goto(address);
      await fresh.waitForSelector('tr.non-sc');
      const ms = Math.round(performance.now() - start);
      const size = [...loaded]
        .filter(([path]) => !/symbolic|z3/.test(path))
        .reduce((sum, [, bytes]) => sum + bytes, 0);
      console.info(`SB answered ${ms} ms after opening, ${Math.round(size / 1000)} kB loaded by then`);
      expect(size).toBeGreaterThan(100_000);
      expect(size).toBeLessThan(1_000_000);
      await fresh.context().close();
    },
    patience,
  );

  it(
    'takes a program before its editor is loaded, and keeps it',
    async () => {
      const fresh = await (await browser.newContext()).newPage();
      let loadEditor = (): void => {};
      const wanted = new Promise<void>((resolve) => {
        loadEditor = resolve;
      });
      await fresh.route('**/editor-*.js', async (route) => {
        await wanted;
        await route.continue();
      });
      await fresh.goto(address);
      await fresh.waitForSelector('tr.non-sc');
      await fresh.locator('#editor textarea').fill('X86 Early\n{ }\n P0 ;\n MVO [x],$7 ;\nexists (x=7)\n');
      await fresh.locator('#editor textarea').press('Control+Enter');
      await fresh.waitForSelector('#problem:not([hidden])');
      loadEditor();
      expect(await fresh.locator('.cm-content').textContent()).toContain('X86 Early');
      expect(await fresh.locator('.cm-lintRange-error').textContent()).toContain('MVO');
      expect(await fresh.locator('#editor textarea').count()).toBe(0);
      await fresh.context().close();
    },
    patience,
  );

  it(
    'steps through an execution with the right memory, buffers and registers at each step',
    async () => {
      await page.locator('tr.non-sc button').first().click();
      await page.waitForSelector('#graph svg');
      expect(await page.locator('#graph [data-node]').count()).toBe(5);
      const machine = async (): Promise<Record<string, string>> => {
        const names = await page.locator('#machine dt').allTextContents();
        const values = await page.locator('#machine dd').allTextContents();
        return Object.fromEntries(names.map((name, i) => [name, values[i]]));
      };
      // What TSO does, written down once more.
      const memory = new Map([
        ['x', '0'],
        ['y', '0'],
      ]);
      const buffers: Record<string, [string, string][]> = { P0: [], P1: [] };
      const registers: Record<string, string> = { P0: '0', P1: '0' };
      const expected = (): Record<string, string> => ({
        memory: [...memory].map(([cell, value]) => `${cell}=${value}`).join('  '),
        ...Object.fromEntries(
          Object.entries(buffers).map(([thread, stores]) => [
            `buffer ${thread}`,
            stores.map(([cell, value]) => `${cell}=${value}`).join(', ') || '(empty)',
          ]),
        ),
        ...Object.fromEntries(
          Object.entries(registers).map(([thread, value]) => [`registers ${thread}`, `EAX=${value}`]),
        ),
      });
      expect(await machine()).toEqual(expected());
      for (let step = 1; step <= 6; step++) {
        if (step % 2 === 0) await page.locator('#forward').click();
        else await page.locator('#graph').press('ArrowRight');
        const text = (await page.locator('#step-text').textContent()) ?? '';
        const [, thread, what, cell, value] = /^(P\d) +(W|R|commit) (\w)=(\d)/.exec(text) ?? [];
        if (what === 'W') buffers[thread].push([cell, value]);
        else if (what === 'R') {
          const own = buffers[thread].findLast(([address]) => address === cell)?.[1];
          expect(value).toBe(own ?? memory.get(cell));
          registers[thread] = value;
        } else {
          expect(buffers[thread].shift()).toEqual([cell, value]);
          memory.set(cell, value);
        }
        expect(await machine()).toEqual(expected());
      }
      expect(Object.fromEntries(memory)).toEqual({ x: '1', y: '1' });
      expect(registers).toEqual({ P0: '0', P1: '0' });
      expect(await page.locator('#step-number').textContent()).toBe('step 6 of 6');
      await page.locator('#first').click();
      expect(await page.locator('#step-number').textContent()).toBe('step 0 of 6');
    },
    patience,
  );

  const said = (id: string, text: string): Promise<unknown> =>
    page.waitForFunction(([box, words]) => document.getElementById(box)?.textContent?.includes(words), [
      id,
      text,
    ] as const);

  it(
    'repairs a litmus test by a click, and then it is robust',
    async () => {
      await page.locator('#repair').click();
      await page.getByRole('button', { name: 'Apply the repair for tso' }).click();
      expect(await page.locator('.cm-content').textContent()).toContain('MFENCE');
      await said('robustness', 'tso: robust (explicit engine)');
      await said('robustness', 'pso: robust (symbolic engine)');
    },
    patience,
  );

  it(
    'says that dekker.c is not robust, repairs it, and then it is',
    async () => {
      await page.locator('#example').selectOption({ label: 'dekker.c' });
      await page.locator('#unroll').fill('1');
      await page.locator('#models input[value=pso]').uncheck();
      await page.locator('#robust').click();
      await said('robustness', 'tso: not robust (explicit engine)');
      await page.locator('#repair').click();
      const apply = page.getByRole('button', { name: 'Apply the repair for tso' });
      await apply.waitFor();
      expect(await page.locator('#repairs .added').count()).toBeGreaterThan(0);
      await apply.click();
      await said('robustness', 'tso: robust (explicit engine)');
    },
    patience,
  );

  it(
    'finds the races of a C program and joins their accesses in a graph',
    async () => {
      await page.locator('#example').selectOption({ label: 'mutex.c' });
      await page.locator('#races').click();
      await said('found-races', '(explicit engine)');
      await said('found-races', 'data race on');
      await page.locator('#found-races button').first().click();
      await page.waitForSelector('#graph svg path.race');
    },
    patience,
  );

  it(
    'marks a mistake at its line',
    async () => {
      await write(
        'X86 T\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[x] ;\n MVO [y],$1 | MOV EBX,[x] ;\nexists (1:EAX=1)\n',
      );
      await page.locator('#run').click();
      await page.waitForSelector('#problem:not([hidden])');
      expect(await page.locator('#problem').textContent()).toMatch(/^line 5: instruction MVO/);
      expect(await page.locator('.cm-lintRange-error').textContent()).toContain('MVO');
    },
    patience,
  );

  it(
    'reads C, and shows that a mutex without fences is not robust',
    async () => {
      await page.locator('#example').selectOption({ label: 'mutex.c' });
      await page.locator('.cm-content .tok-typeName', { hasText: 'int' }).first().waitFor();
      await page.locator('#robust').click();
      await page.waitForFunction(() =>
        document.getElementById('robustness')?.textContent?.includes('tso: not robust (explicit'),
      );
      await page.locator('#robustness button').first().click();
      await page.waitForSelector('#graph svg');
      expect(await page.locator('#graph svg desc').textContent()).toContain(
        'reads before it is overwritten by',
      );
    },
    patience,
  );

  it(
    'restores what a link holds',
    async () => {
      await write('X86 Shared\n{ }\n P0 ;\n MOV [x],$7 ;\nexists (x=7)\n');
      await page.locator('#models input[value=pso]').uncheck();
      await page.locator('#share').click();
      const shared = page.url();
      expect(shared).toContain('#');
      const other = await browser.newPage();
      await other.goto(shared);
      await other.waitForSelector('#states td');
      expect(await other.locator('.cm-content').textContent()).toContain('X86 Shared');
      expect(await other.locator('#models input[value=pso]').isChecked()).toBe(false);
      expect(await other.locator('#states td').first().textContent()).toBe('7');
      await other.close();
    },
    patience,
  );

  it(
    'lets go of a long run',
    async () => {
      await finished();
      const loop = Array.from(
        { length: 9 },
        (_, i) => ` MOV [x],$${i} | MOV [x],$${i} | MOV [y],$${i} | MOV EAX,[x] ;`,
      ).join('\n');
      await write(`X86 Long\n{ }\n P0 | P1 | P2 | P3 ;\n${loop}\nexists (x=1)\n`);
      await page.locator('#run').click();
      await page.locator('#cancel').click();
      expect(await page.locator('#status').textContent()).toBe('cancelled');
      await page.locator('#example').selectOption({ label: 'MP' });
      await page.locator('#run').click();
      await page.waitForSelector('#states td');
    },
    patience,
  );

  it(
    'fits a phone, in the dark, and has no serious accessibility violation',
    async () => {
      await page.waitForSelector('tr.non-sc');
      await page.locator('tr.non-sc button').first().click();
      await page.waitForSelector('#graph svg');
      await page.locator('#repair').click();
      await page.getByRole('button', { name: 'Apply the repair for pso' }).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 375, height: 740 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
        const context = await new AxeBuilder({ page }).analyze();
        const serious = context.violations.filter(
          ({ impact }) => impact === 'serious' || impact === 'critical',
        );
        expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
      }
    },
    patience,
  );

  it('serves its own folder alone', async () => {
    for (const path of ['../package.json', '..%2f..%2fpackage.json', 'nothing.js'])
      expect((await fetch(new URL(path, address))).status).toBe(404);
    const response = await fetch(address);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(address, { method: 'POST' })).status).toBe(405);
    const [script] = /assets\/[^"]+\.js/.exec(await response.text()) ?? [''];
    expect((await fetch(new URL(script, address))).headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });
});
