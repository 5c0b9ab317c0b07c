// The execution pane: graph, zoom, relations, links to the source, export.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWorkbench } from './workbench.js';

describeWorkbench('the execution', (bench) => {
  const boxes = async (): Promise<string[]> =>
    bench()
      .page.locator('.event')
      .evaluateAll((list) => list.map((one) => one.getAttribute('transform') ?? ''));

  it('draws threads as columns with the cycle in bold, and moves no event when it is stepped or a relation is hidden', async () => {
    const { page } = bench();
    await page.locator('.edge.fr.on-cycle').first().waitFor();
    await expect.poll(() => page.locator('.column').allTextContents()).toEqual(['P0', 'P1']);
    const before = await boxes();
    expect(new Set(before.map((text) => text.split(',')[0])).size).toBe(2);
    await expect.poll(() => page.locator('.edge.fr').count()).toBe(2);
    await page.locator('.kind.fr').click();
    await expect.poll(() => page.locator('.edge.fr').count()).toBe(0);
    await page.locator('.kind.fr').click();
    await page.getByRole('button', { name: 'back', exact: true }).click();
    await page.locator('.event').first().hover();
    await page.locator('.cycle-button').click();
    await expect.poll(() => boxes()).toEqual(before);
  });

  it('zooms by buttons and wheel, pans, and fits', async () => {
    const { page } = bench();
    await page.locator('.event').first().waitFor();
    const scale = async (): Promise<number> =>
      Number.parseInt((await page.locator('.percent').textContent()) ?? '', 10);
    const fitted = await scale();
    await page.getByRole('button', { name: 'zoom in' }).click();
    await expect.poll(() => scale()).toBeGreaterThan(fitted);
    await page.locator('.graph').hover();
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(
      (least) => Number.parseInt(document.querySelector('.percent')?.textContent ?? '', 10) < least,
      fitted,
    );
    const place = (): Promise<string | null> => page.locator('.scene').getAttribute('transform');
    const before = await place();
    const box = await page.locator('.graph').boundingBox();
    if (box === null) throw new Error('no graph');
    await page.mouse.move(box.x + 20, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + box.height - 60);
    await page.mouse.up();
    await expect.poll(() => place()).not.toBe(before);
    await page.locator('.position').click();
    await page.keyboard.press('f');
    await expect.poll(() => scale()).toBe(fitted);
  });

  it('marks the source of an event, its step, and the event of a place in the source', async () => {
    const { page } = bench();
    await bench().editor();
    const second = page.locator('.event', { hasText: 'W y=1' });
    await second.hover();
    // One line has an event of each thread: the place within it is marked.
    await expect.poll(() => page.locator('.cm-line.line-pointed').textContent()).toContain('MOV [y],$1');
    expect((await page.locator('.place-pointed').allTextContents()).join('')).toBe('MOV [y],$1');
    await expect.poll(() => page.locator('.tick.pointed').count()).toBeGreaterThan(0);
    await page.mouse.move(0, 0);
    const line = page.locator('.cm-line', { hasText: 'MOV EAX,[y]' });
    const box = await line.boundingBox();
    if (box === null) throw new Error('no line');
    await page.mouse.move(box.x + 40, box.y + 10);
    await page.locator('.event.pointed').waitFor();
    await expect.poll(() => page.locator('.event.pointed .what').allTextContents()).toEqual(['R y=0']);
    await page.mouse.move(box.x + 150, box.y + 10);
    await page.waitForFunction(() => document.querySelector('.event.pointed .what')?.textContent === 'R x=0');
  });

  it('goes to the step of an event that is chosen', async () => {
    const { page } = bench();
    await page.locator('.event', { hasText: 'R y=0' }).click();
    await expect.poll(() => page.locator('.event.now .what').textContent()).toBe('R y=0');
    await expect.poll(() => page.locator('.cm-line.line-now').textContent()).toContain('MOV EAX,[y]');
  });

  it('lays out six threads with 60 events by ELK, legibly, without an event over another', async () => {
    const { page } = bench();
    await page.locator('.pick select').selectOption('WEB6');
    await bench().tab('Robustness');
    await page.getByRole('button', { name: 'Show this cycle' }).first().click();
    await page.getByRole('button', { name: 'whole width' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.event').length === 60);
    await page.getByRole('button', { name: 'memory, buffers and steps' }).click();
    await page.waitForFunction(
      () => Number.parseInt(document.querySelector('.percent')?.textContent ?? '', 10) >= 100,
    );
    const places = (await boxes()).map((text) =>
      (/\(([-\d.]+),([-\d.]+)\)/.exec(text) ?? []).slice(1, 3).map(Number),
    );
    const size = await page
      .locator('.event rect')
      .first()
      .evaluate((rect) => [Number(rect.getAttribute('width')), Number(rect.getAttribute('height'))]);
    for (const [i, [x, y]] of places.entries())
      for (const [u, v] of places.slice(i + 1))
        expect(Math.abs(x - u) >= size[0] || Math.abs(y - v) >= size[1]).toBe(true);
    expect(new Set(places.map(([x]) => x)).size).toBe(6);
    const letters = await page
      .locator('.event .what')
      .first()
      .evaluate((text) => text.getBoundingClientRect().height);
    expect(letters).toBeGreaterThan(11);
  });

  it('saves the picture as SVG and as PNG', async () => {
    const { page } = bench();
    await page.locator('.event').first().waitFor();
    const save = async (name: string): Promise<Buffer> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      return readFileSync(await download.path());
    };
    const svg = (await save('Save as SVG')).toString();
    expect(svg).toContain('<svg');
    expect(svg).toContain('W x=1');
    expect(svg).not.toContain('var(--');
    expect(svg).not.toContain('class=');
    const png = await save('Save as PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(5000);
  });
});
