// The page in a real browser, for tests. They need Chromium and a built page, and say so where one is missing.

import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { chromiumFlags, chromiumPath } from './chromium.js';
import { type Served, serveSite, siteIsBuilt } from './server.js';

if (chromiumPath === undefined) console.warn('no Chromium: the browser tests are not run');
else if (!siteIsBuilt) console.warn('no site (npm run build:site): the browser tests are not run');

export const patience = 400_000;

export class Workbench {
  constructor(
    readonly page: Page,
    readonly browser: Browser,
    readonly address: string,
  ) {}

  /** Chooses a program of the menu, and waits until the explicit engine has answered. */
  async example(id: string): Promise<void> {
    await this.editor();
    await this.page.locator('.pick select').selectOption(id);
    await this.frames();
    await this.answered();
  }

  /** The answer of the text before is marked stale within a frame: without this it could be taken for the new one. */
  private async frames(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  }

  /** Puts another text into the editor, in one edit. */
  async write(text: string): Promise<void> {
    await this.editor();
    await this.page.locator('.cm-content').fill(text);
  }

  /** The same for long texts, which a browser takes much too long to type. */
  async paste(text: string): Promise<void> {
    await this.editor();
    await this.page.locator('.cm-content').click();
    await this.page.keyboard.press('Control+a');
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('.cm-content')?.dispatchEvent(paste);
    }, text);
  }

  editor(): Promise<void> {
    return this.page.locator('.cm-content').waitFor();
  }

  /** An answer of this text is shown. */
  async answered(): Promise<void> {
    await this.page.locator('.answer[data-phase=fresh]').waitFor();
    await this.page.locator('.states tbody tr').first().waitFor();
  }

  /** Both engines have answered about states. */
  async confirmed(): Promise<void> {
    await this.page.locator('.answer[data-phase=fresh] .pill.ok').nth(1).waitFor();
  }

  /** Waits until the answer is this sentence: models are answered one after the other. */
  async says(sentence: string): Promise<void> {
    await this.page
      .locator('.answer[data-phase=fresh] .summary .main')
      .getByText(sentence, { exact: true })
      .waitFor();
  }

  async tab(name: 'States' | 'Robustness' | 'Races' | 'Repair'): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }

  /** Chooses a step that can happen now. */
  async choose(text: string, commit = false): Promise<void> {
    await this.page
      .locator(commit ? '.choice.commit' : '.choice:not(.commit)', { hasText: text })
      .first()
      .click();
  }

  position(): Promise<string | null> {
    return this.page.locator('.position').textContent();
  }
}

/** The page when a test has failed, in words. */
const shownOn = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    ['.answer', '.banner', '.foot', '.cm-content'].map((name) => {
      const element = document.querySelector<HTMLElement>(name);
      return [name, element?.dataset.phase ?? '', element?.textContent ?? 'not there'];
    }),
  );

/** Tests of the page; each gets the page as it is after opening, at a width where all panes are side by side. */
export function describeWorkbench(name: string, tests: (bench: () => Workbench) => void): void {
  describe.runIf(chromiumPath !== undefined && siteIsBuilt)(name, () => {
    let served: Served;
    let browser: Browser;
    let bench: Workbench | undefined;
    const errors: string[] = [];
    const told: string[] = [];

    beforeAll(async () => {
      served = await serveSite();
      browser = await chromium.launch({
        ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
        args: [...chromiumFlags],
      });
    }, patience);
    afterAll(async () => {
      await browser?.close();
      served?.stop();
    });
    beforeEach(async () => {
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      const page = await context.newPage();
      page.setDefaultTimeout(patience / 3);
      page.on('pageerror', ({ message }) => errors.push(message));
      told.splice(0);
      page.on('console', (message) => told.push(message.text()));
      page.on('requestfailed', (request) => told.push(`not loaded: ${request.url()}`));
      await page.goto(served.address);
      bench = new Workbench(page, browser, served.address);
    }, patience);
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail' && bench !== undefined) console.log(await shownOn(bench.page), told);
      await bench?.page.context().close();
      expect(errors.splice(0)).toEqual([]);
    });

    tests(() => {
      if (bench === undefined) throw new Error('the page is not open');
      return bench;
    });
  });
}
