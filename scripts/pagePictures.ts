// Pictures of the page as a reader sees it: seven views at three widths, light and dark. `npm run measure pictures -- [FOLDER] [VIEW]`

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../test/browser/chromium.js';
import { serveSite } from '../test/browser/server.js';

const [folder = 'dist/pictures', only] = process.argv.slice(2);

const sizes = [
  [1400, 880],
  [1000, 880],
  [390, 844],
] as const;

type PaneName = 'Source' | 'Answer' | 'Execution';

interface View {
  readonly name: string;
  readonly example: string;
  /** The pane that a phone shows. */
  readonly pane: PaneName;
  readonly prepare: (page: Page) => Promise<void>;
}

/** Both engines have said what they know of the states. */
const confirmed = (page: Page): Promise<void> =>
  page.locator('.pill.ok').nth(1).waitFor({ state: 'attached' });

/** Works where the pane is not on the screen, as on a phone. */
const press = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).first().dispatchEvent('click');

const views: readonly View[] = [
  { name: 'sb', example: 'SB', pane: 'Execution', prepare: confirmed },
  {
    name: 'iriw-pso',
    example: 'IRIW',
    pane: 'Execution',
    async prepare(page) {
      await confirmed(page);
      await press(page, 'tbody tr:first-child td.model:last-child .hit');
    },
  },
  { name: 'mutex-finding', example: 'mutex.c', pane: 'Answer', prepare: confirmed },
  {
    name: 'six-threads',
    example: 'WEB6',
    pane: 'Execution',
    async prepare(page) {
      await press(page, '#tab-robust');
      await page.locator('.robustness .btn').first().waitFor({ state: 'attached' });
      await press(page, '.robustness .btn');
      await press(page, '.widen');
      await press(page, '[aria-label="memory, buffers and steps"]');
      await page.locator('.graph').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'races',
    example: 'mutex.c',
    pane: 'Answer',
    async prepare(page) {
      await press(page, '#tab-races');
      await page.locator('.race-card').first().waitFor({ state: 'attached' });
      await press(page, '.race-card .btn');
    },
  },
  {
    name: 'repair',
    example: 'mutex.c',
    pane: 'Answer',
    async prepare(page) {
      await press(page, '#tab-repair');
      await page.locator('.diff').first().waitFor({ state: 'attached' });
      await press(page, '.diff + .row .btn:not(.primary)');
    },
  },
  {
    name: 'by-hand',
    example: 'SB',
    pane: 'Execution',
    async prepare(page) {
      await confirmed(page);
      await press(page, '.start-hand');
      for (const step of ['W x=1', 'W y=1', 'R y=0']) {
        await page.locator('.choice:not(.commit)', { hasText: step }).first().waitFor({ state: 'attached' });
        await page.locator('.choice:not(.commit)', { hasText: step }).first().dispatchEvent('click');
        await page.locator('.event', { hasText: step }).waitFor({ state: 'attached' });
      }
      await page.locator('.ends li').first().waitFor({ state: 'attached' });
    },
  },
];

async function main(): Promise<void> {
  if (chromiumPath === undefined) throw new Error('Chromium is not installed');
  mkdirSync(folder, { recursive: true });
  const { address, stop } = await serveSite();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] });
  try {
    for (const view of views.filter(({ name }) => only === undefined || name === only))
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport: { width: 1400, height: 880 }, colorScheme });
        const page = await context.newPage();
        await page.goto(address);
        await page.locator('.pick select').selectOption(view.example);
        await page.locator('.cm-content').waitFor();
        await view.prepare(page);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          if (width < 700) await page.locator('.dock button', { hasText: view.pane }).click();
          await page.waitForTimeout(400);
          await page.screenshot({ path: join(folder, `${view.name}-${width}-${colorScheme}.png`) });
        }
        await context.close();
      }
  } finally {
    await browser.close();
    stop();
  }
}

await main();
