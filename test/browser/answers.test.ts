// The answer pane: sentence, states, findings, robustness, races, repair.

import { expect, it } from 'vitest';
import { describeWorkbench } from './workbench.js';

describeWorkbench('the answer', (bench) => {
  it('filters the states that SC does not reach, and opens the execution of a row and of a dot', async () => {
    const { page } = bench();
    await bench().example('RING6');
    await expect.poll(() => page.locator('.states tbody tr').count()).toBe(64);
    await page.locator('.switch', { hasText: 'only non-SC (1)' }).click();
    await expect.poll(() => page.locator('.states tbody tr').count()).toBe(1);
    await expect.poll(() => page.locator('h2 .count').first().textContent()).toBe('1 of 64');
    await page.locator('.switch').click();
    await page.locator('.states tbody tr').nth(5).click();
    await page.locator('.states tbody tr.on').nth(0).waitFor();
    await page.locator('.states tbody tr').nth(0).locator('.hit').last().click();
    await page.locator('.title .pill', { hasText: 'PSO' }).waitFor();
    await page.locator('.event.on-cycle').first().waitFor();
    await expect.poll(() => page.locator('.event.on-cycle').count()).toBe(12);
  });

  it('names a finding once, with models, engines and line', async () => {
    const { page } = bench();
    await bench().example('mutex.c');
    await bench().confirmed();
    await bench().says('An assertion fails under TSO and PSO, not under SC.');
    await expect.poll(() => page.locator('.finding').count()).toBe(1);
    const text = (await page.locator('.finding').textContent()) ?? '';
    expect(text).toContain('inside == 0');
    expect(text).toContain('TSO and PSO');
    expect(text).toContain('found by explicit and symbolic');
    await page.locator('.finding .place').click();
    await expect.poll(() => page.locator('.cm-activeLineGutter').first().textContent()).toBe('16');
    await expect.poll(() => page.locator('.cm-line.line-finding').count()).toBe(1);
  });

  it('says at the verdict that it holds up to a bound', async () => {
    const { page } = bench();
    await bench().write(
      '#include <pthread.h>\nint x, y;\nvoid *w(void *a) { while (!x) y++; return 0; }\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, w, 0);\n  x = 1;\n  pthread_join(t, 0);\n  return 0;\n}\n',
    );
    // The first tab decides the language.
    await page.locator('.file [role=tab]').dblclick();
    await page.locator('.file-name').fill('loop.c');
    await page.locator('.file-name').press('Enter');
    await bench().answered();
    await page.locator('.summary .proof', { hasText: 'up to a bound' }).waitFor();
  });

  it('shows the cycle of a program that is not robust', async () => {
    const { page } = bench();
    await bench().example('mutex.c');
    await bench().tab('Robustness');
    await page.locator('.robustness .verdict.violated').first().waitFor();
    await page.locator('.robustness h2', { hasText: 'explicit and symbolic' }).first().waitFor();
    await expect.poll(() => page.locator('.cycle').first().textContent()).toContain('is delayed past');
    await page.getByRole('button', { name: 'Show this cycle' }).first().click();
    await page.locator('.edge.fr.on-cycle').first().waitFor();
    await expect
      .poll(() => page.locator('.graph').getAttribute('aria-label'))
      .toContain('reads before it is overwritten by');
  });

  it('finds the races of a C program, once each, and joins their accesses in the graph', async () => {
    const { page } = bench();
    await bench().example('mutex.c');
    await bench().tab('Races');
    await page.locator('.race-card', { hasText: 'explicit and symbolic' }).nth(1).waitFor();
    await expect.poll(() => page.locator('.race-card').count()).toBe(2);
    await page.getByRole('button', { name: 'Show the race on flag1' }).click();
    await page.locator('.edge.race').waitFor();
    await expect.poll(() => page.locator('.event.on-cycle').count()).toBe(2);
    await page.locator('.ends', { hasText: 'the program ends' }).waitFor();
  });

  it('shows a repair in the editor, takes it, and the program is robust; undo brings the old text back', async () => {
    const { page } = bench();
    await bench().example('mutex.c');
    await bench().tab('Repair');
    await page.locator('.prose', { hasText: 'Verified by explicit and symbolic' }).first().waitFor();
    await expect.poll(() => page.locator('.diff .added').count()).toBe(4);
    await page.getByRole('button', { name: 'Show in the editor , for TSO' }).click();
    await expect.poll(() => page.locator('.cm-content .proposed').count()).toBe(2);
    await expect.poll(() => page.locator('.cm-line', { hasText: '__sync_synchronize' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Take this repair for TSO' }).click();
    await expect.poll(() => page.locator('.cm-line', { hasText: '__sync_synchronize' }).count()).toBe(2);
    await page.locator('.answer[data-phase=fresh]').waitFor();
    await bench().tab('Robustness');
    await page.locator('.robustness .verdict.holds').nth(1).waitFor();
    await bench().tab('Repair');
    await page.locator('.empty', { hasText: 'Nothing to repair' }).first().waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.cm-line', { hasText: '__sync_synchronize' }).count()).toBe(0);
  });

  it('asks about the chosen models alone', async () => {
    const { page } = bench();
    await bench().answered();
    await page.locator('.models button', { hasText: 'PSO' }).click();
    await bench().answered();
    await expect.poll(() => page.locator('.states th.model').allTextContents()).toEqual(['SC', 'TSO']);
    await bench().says('TSO reaches one state that SC does not.');
  });
});
