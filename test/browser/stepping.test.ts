// Stepping by hand on the plain machine.

import { expect, it } from 'vitest';
import { describeWorkbench } from './workbench.js';

describeWorkbench('stepping by hand', (bench) => {
  const choices = async (): Promise<string[]> =>
    bench()
      .page.locator('.choice')
      .evaluateAll((list) =>
        list.map(
          (one) =>
            `${one.querySelector('.thread-name')?.textContent} ${one.querySelector('code')?.textContent}`,
        ),
      );

  it('takes any step that is possible, fills the buffers, and says which states are still reachable', async () => {
    const { page } = bench();
    await bench().answered();
    await page.getByRole('button', { name: 'By hand', exact: true }).click();
    await page.locator('.position', { hasText: '0 / 0' }).waitFor();
    await page.locator('.ends li').nth(3).waitFor();
    await expect.poll(choices).toEqual(['P0 W x=1', 'P1 W y=1']);
    await bench().choose('W x=1');
    await page.locator('.store', { hasText: 'x=1' }).waitFor();
    await expect.poll(async () => (await choices()).sort()).toEqual(['P0 R y=0', 'P0 x=1', 'P1 W y=1']);
    await page
      .locator('.choice', { hasText: 'R y=0' })
      .filter({ hasText: 'later it could read 1' })
      .waitFor();
    await bench().choose('R y=0');
    await page.locator('.position', { hasText: '2 / 2' }).waitFor();
    await expect.poll(() => page.locator('.ends li').count()).toBe(2);
    await bench().choose('W y=1');
    await page.locator('.position', { hasText: '3 / 3' }).waitFor();
    await bench().choose('R x=0');
    await page.locator('.position', { hasText: '4 / 4' }).waitFor();
    await bench().choose('x=1', true);
    await page.locator('.position', { hasText: '5 / 5' }).waitFor();
    await expect.poll(() => page.locator('.cell.changed').textContent()).toBe('x1');
    await bench().choose('y=1', true);
    await page.locator('.ended', { hasText: '0:EAX=0 1:EAX=0' }).waitFor();
    await page.locator('.edge.fr.on-cycle').first().waitFor();
  });

  it('leaves an execution at any point, and undoes step by step', async () => {
    const { page } = bench();
    await page.locator('.position', { hasText: '6 / 6' }).waitFor();
    await page.getByRole('button', { name: 'to the start' }).click();
    await page.locator('.choice.next').waitFor();
    // Against what the execution does next.
    await page.locator('.choice:not(.next)').first().click();
    await page.locator('.pill.chosen', { hasText: 'by hand' }).waitFor();
    await page.locator('.position', { hasText: '1 / 1' }).waitFor();
    await page.locator('.choice').first().waitFor();
    await page.locator('.choice').first().click();
    await page.locator('.position', { hasText: '2 / 2' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.position', { hasText: '1 / 1' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.position', { hasText: '0 / 0' }).waitFor();
  });

  it('follows the execution when its own step is chosen', async () => {
    const { page } = bench();
    await page.locator('.position', { hasText: '6 / 6' }).waitFor();
    await page.getByRole('button', { name: 'to the start' }).click();
    await page.locator('.choice.next').click();
    await expect.poll(() => bench().position()).toBe('1 / 6');
    await expect.poll(() => page.locator('.pill.chosen', { hasText: 'by hand' }).count()).toBe(0);
  });

  it('goes to the next interesting step, by button and by key', async () => {
    const { page } = bench();
    await page.locator('.position', { hasText: '6 / 6' }).waitFor();
    await page.getByRole('button', { name: 'to the start' }).click();
    await page.getByRole('button', { name: 'Next interesting' }).click();
    const first = await page.locator('.tick.current').getAttribute('aria-label');
    expect(first).toMatch(/R [xy]=0|commits/);
    await page.locator('.position').click();
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('.tick.current').getAttribute('aria-label')).not.toBe(first);
  });

  it('steps through a C program whose process ends before its threads', async () => {
    const { page } = bench();
    await bench().example('mutex.c');
    await page.getByRole('button', { name: 'By hand', exact: true }).click();
    await page.locator('.position', { hasText: '0 / 0' }).waitFor();
    for (const [i, text] of [
      'spawn left',
      'W flag0=1',
      'R flag1=0',
      'spawn right',
      'W flag1=1',
      'R flag0=0',
      'W inside=1',
    ].entries()) {
      await bench().choose(text);
      await page.locator('.position', { hasText: `${i + 1} / ${i + 1}` }).waitFor();
    }
    await page.locator('.ends .bad', { hasText: 'inside == 0' }).waitFor();
    await bench().choose('flag0=1', true);
    await page.locator('.position', { hasText: '8 / 8' }).waitFor();
    await bench().choose('inside=1', true);
    await page.locator('.position', { hasText: '9 / 9' }).waitFor();
    await bench().choose('R inside=1');
    await page.locator('.position', { hasText: '10 / 10' }).waitFor();
    await page.locator('.ends .bad', { hasText: 'inside == 0' }).waitFor();
  });

  it('searches on for all reachable states when it is asked to', async () => {
    const { page } = bench();
    await bench().example('RING6');
    await page.getByRole('button', { name: 'By hand', exact: true }).click();
    await page.locator('.position', { hasText: '0 / 0' }).waitFor();
    await page.getByRole('button', { name: 'Which final states are still reachable?' }).click();
    await page.waitForFunction(() => document.querySelector('.reachable .count')?.textContent === '64');
  });
});
