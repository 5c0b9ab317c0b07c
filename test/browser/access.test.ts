// Keyboard, panes, phone, and what axe says.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { describeWorkbench } from './workbench.js';

describeWorkbench('access', (bench) => {
  it('steps, chooses and undoes by keys alone, and lists them', async () => {
    const { page } = bench();
    await page.locator('.position', { hasText: '6 / 6' }).waitFor();
    await bench().editor();
    await page.keyboard.press('Alt+3');
    await page.waitForFunction(() => document.activeElement?.closest('.transport') !== null);
    await page.keyboard.press('Home');
    await expect.poll(() => bench().position()).toBe('0 / 6');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => bench().position()).toBe('1 / 6');
    await page.locator('.choice').first().waitFor();
    const own = await page
      .locator('.choice')
      .evaluateAll((list) => list.findIndex((one) => !one.classList.contains('next')));
    await page.keyboard.press(String(own + 1));
    await page.locator('.position', { hasText: '2 / 2' }).waitFor();
    await page.keyboard.press('u');
    await page.locator('.position', { hasText: '1 / 1' }).waitFor();
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+2');
    await page.waitForFunction(() => document.activeElement?.id === 'tab-states');
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.locator('[role=tab][aria-selected=true]').last().textContent())
      .toContain('Robustness');
    await page.keyboard.press('Alt+1');
    await page.waitForFunction(() => document.activeElement?.classList.contains('cm-content') === true);
    // Typing is typing.
    const before = await page.locator('.cm-content').textContent();
    await page.keyboard.type('n');
    await expect.poll(() => page.locator('.cm-content').textContent()).not.toBe(before);
  });

  it('resizes its panes by pointer and by key', async () => {
    const { page } = bench();
    const width = async (name: string): Promise<number> =>
      (await page.locator(name).boundingBox())?.width ?? 0;
    const first = page.getByRole('separator', { name: 'Resize source and answer', exact: true });
    const before = await width('.source');
    await first.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await expect.poll(() => width('.source')).toBeGreaterThan(before + 80);
    const second = page.getByRole('separator', { name: 'Resize answer and execution' });
    const box = await second.boundingBox();
    if (box === null) throw new Error('no splitter');
    const execution = await width('.execution');
    await page.mouse.move(box.x + 4, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x - 96, box.y + 100);
    await page.mouse.up();
    await expect.poll(() => width('.execution')).toBeGreaterThan(execution + 80);
    await page.setViewportSize({ width: 1000, height: 880 });
    const rows = page.getByRole('separator', { name: 'Resize source and answer rows' });
    const height = (await page.locator('.source').boundingBox())?.height ?? 0;
    await rows.focus();
    await page.keyboard.press('ArrowDown');
    expect((await page.locator('.source').boundingBox())?.height ?? 0).toBeGreaterThan(height);
  });

  it('fits a phone: one pane at a time, nothing scrolls sideways', async () => {
    const { page } = bench();
    await bench().example('mutex.c');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [name, selector] of [
      ['Source', '.source'],
      ['Answer', '.answer'],
      ['Execution', '.execution'],
    ] as const) {
      await page.locator('.dock button', { hasText: name }).click();
      await expect.poll(() => page.locator('.pane:visible').count()).toBe(1);
      await page.locator(selector).waitFor();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(390);
    }
    await page.locator('.dock button', { hasText: 'Answer' }).click();
    await page.locator('.finding .btn').click();
    await page.locator('.execution').waitFor();
  });

  it('has no accessibility violation, in light and dark, in every tab, wide and narrow', async () => {
    const { page } = bench();
    await bench().example('mutex.c');
    await bench().confirmed();
    const found: string[] = [];
    const look = async (where: string): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      found.push(...violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes[0].html}`));
    };
    for (const colorScheme of ['light', 'dark'] as const) {
      if (colorScheme === 'dark') await page.getByRole('button', { name: 'Light or dark' }).click();
      for (const tab of (['States', 'Repair', 'Robustness', 'Races'] as const).slice(
        0,
        colorScheme === 'dark' ? 4 : 2,
      )) {
        await page.setViewportSize({ width: 1400, height: 900 });
        await bench().tab(tab);
        await page
          .locator({ States: '.finding', Robustness: '.cycle', Races: '.race-card', Repair: '.diff' }[tab])
          .first()
          .waitFor();
        await look(`${colorScheme} ${tab}`);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      for (const pane of colorScheme === 'dark' ? ['Source', 'Answer', 'Execution'] : ['Answer']) {
        await page.locator('.dock button', { hasText: pane }).click();
        await look(`${colorScheme} phone ${pane}`);
      }
    }
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole('button', { name: 'to the start' }).click();
    await page.locator('.choice').first().waitFor();
    await look('stepping');
    await bench().write('nonsense');
    await page.locator('.answer[data-phase=error]').waitFor();
    await look('error');
    expect(found).toEqual([]);
  });
});
