// The panel of the extension for Visual Studio Code in a browser, with what the editor would give its script.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumFlags, chromiumPath } from './chromium.js';

const home = join(import.meta.dirname, '..', '..');
const extension = join(home, 'editors', 'vscode');

if (chromiumPath === undefined) console.warn('no Chromium: the panel of the extension is not tested');

describe.runIf(chromiumPath !== undefined)('the panel', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-panel-'));
  let browser: Browser;
  beforeAll(async () => {
    execFileSync(process.execPath, [join(extension, 'build.mjs'), folder]);
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: [...chromiumFlags] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('draws an execution, steps through it, and tells which line was chosen', async () => {
    const file = join(folder, 'why.json');
    const example = join(home, 'docs', 'examples', 'mutex.c');
    try {
      execFileSync(process.execPath, [
        join(home, 'dist', 'bin', 'diptych.cjs'),
        'check',
        '--graph',
        file,
        example,
      ]);
    } catch {
      // The assertion is violated: that is the exit status.
    }
    const execution: object = JSON.parse(readFileSync(file, 'utf8'));
    const page = await browser.newPage();
    await page.setContent('<div id="view"></div>');
    await page.evaluate(() => {
      const sent: unknown[] = [];
      Object.assign(window, {
        sent,
        acquireVsCodeApi: () => ({ postMessage: (message: unknown) => sent.push(message) }),
      });
    });
    await page.addStyleTag({ path: join(folder, 'view.css') });
    await page.addScriptTag({ path: join(folder, 'view.js') });
    const sent = (): Promise<unknown[]> => page.evaluate(() => Reflect.get(window, 'sent'));
    expect(await sent()).toEqual(['ready']);
    await page.evaluate((data) => window.postMessage(data), execution);
    await page.locator('.event').first().waitFor();
    await expect.poll(() => page.locator('.pill').textContent()).toBe('TSO');
    const steps = await page.locator('.tick').count();
    await expect.poll(() => page.locator('.position').textContent()).toBe(`${steps} / ${steps}`);
    await page.getByRole('button', { name: 'to the start' }).click();
    await page.getByRole('button', { name: 'forward' }).click();
    await expect.poll(() => page.locator('.position').textContent()).toBe(`1 / ${steps}`);
    await expect.poll(() => page.locator('.lane').count()).toBe(3);
    await page.locator('.event', { hasText: 'flag0=1' }).first().click();
    await expect.poll(sent).toContainEqual({ line: 7, column: 3 });
  });
});
