// The playground in a real browser (npm run test:browser). Needs Chromium and a built site; says so where one is missing.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const executable = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path));
const built = existsSync('dist/site/index.html') && existsSync('dist/bin/diptych.cjs');
if (executable === undefined) console.warn('no Chromium: the browser tests are not run');
else if (!built) console.warn('no site (npm run build:site): the browser tests are not run');

const patience = 120_000;

describe.runIf(executable !== undefined && built)('the playground', () => {
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
      ...(executable === undefined ? {} : { executablePath: executable }),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
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
    'steps through an execution with the right buffers',
    async () => {
      await page.locator('tr.non-sc button').first().click();
      await page.waitForSelector('#graph svg');
      expect(await page.locator('#graph [data-node]').count()).toBe(5);
      const machine = async (): Promise<string> =>
        (await page.locator('#machine dd').allTextContents()).join(' | ');
      expect(await machine()).toBe('x=0  y=0 | (empty) | (empty)');
      await page.locator('#forward').click();
      expect(await machine()).toBe('x=0  y=0 | x=1 | (empty)');
      await page.locator('#graph').press('ArrowRight');
      expect(await machine()).toBe('x=0  y=0 | x=1 | y=1');
      await page.locator('#last').click();
      expect(await machine()).toBe('x=1  y=1 | (empty) | (empty)');
      await page.locator('#first').click();
      expect(await page.locator('#step-number').textContent()).toMatch(/^step 0 of 6/);
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
  });
});
