// Links hold the program, its settings and its steps.

import { expect, it } from 'vitest';
import { describeWorkbench, type Workbench } from './workbench.js';

describeWorkbench('sharing', (bench) => {
  const link = async ({ page }: Workbench): Promise<string> => {
    await page.getByRole('button', { name: 'Share' }).click();
    await page.locator('.toast span').waitFor();
    return page.url();
  };

  it('restores program, models, bound and steps', async () => {
    const { page, browser } = bench();
    await bench().answered();
    await page.locator('.models button', { hasText: 'PSO' }).click();
    await page.locator('.unroll input').fill('5');
    await page.locator('.unroll input').press('Enter');
    await bench().answered();
    await page.locator('.position', { hasText: '6 / 6' }).waitFor();
    await page.getByRole('button', { name: 'By hand', exact: true }).click();
    await page.locator('.position', { hasText: '0 / 0' }).waitFor();
    await bench().choose('W y=1');
    await page.locator('.position', { hasText: '1 / 1' }).waitFor();
    await bench().choose('R x=0');
    await page.locator('.position', { hasText: '2 / 2' }).waitFor();
    await page.getByRole('button', { name: 'back', exact: true }).click();
    const shared = await link(bench());
    const other = await browser.newPage();
    await other.goto(shared);
    await other.locator('.position', { hasText: '1 / 2' }).waitFor();
    await expect
      .poll(() => other.locator('.models [aria-pressed=true]').allTextContents())
      .toEqual(['SC', 'TSO']);
    await expect.poll(() => other.locator('.unroll input').inputValue()).toBe('5');
    await expect.poll(() => other.locator('.event .what').allTextContents()).toEqual(['W y=1', 'R x=0']);
    await other.locator('.cm-content').waitFor();
    await expect.poll(() => other.locator('.cm-content').textContent()).toContain('X86 SB');
    await other.close();
  });

  it('holds a program of 200 KB that hardly compresses', async () => {
    const { page, browser } = bench();
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/';
    let seed = 7;
    const noise = Array.from({ length: 200_000 }, (_, i) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return i % 80 === 79 ? '\n' : letters[(seed >>> 16) % letters.length];
    }).join('');
    await bench().paste(`X86 Large\n{ }\n P0 ;\n MOV [x],$7 ;\nexists (x=7)\n(* ${noise} *)\n`);
    await page.locator('.answer[data-phase=fresh] td.value', { hasText: '7' }).waitFor();
    const shared = await link(bench());
    expect(shared.length).toBeGreaterThan(180_000);
    const other = await browser.newPage();
    await other.goto(shared);
    await other.locator('.answer[data-phase=fresh] td.value', { hasText: '7' }).waitFor();
    await other.getByRole('button', { name: 'Share' }).click();
    await other.locator('.toast span').waitFor();
    // The same text gives the same link: nothing was lost. Its run may be at another step.
    const text = (url: string): Promise<string> =>
      other.evaluate(
        async (hash) => {
          const packed = Uint8Array.from(atob(hash.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
            c.charCodeAt(0),
          );
          const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
          return JSON.parse(await new Response(stream).text()).files[0].text;
        },
        url.slice(url.indexOf('#2.') + 3),
      );
    await expect.poll(() => text(other.url())).toBe(await text(shared));
    expect((await text(shared)).length).toBeGreaterThan(200_000);
    await other.close();
  });

  it('reads links of the first form, and opens the first example for anything else', async () => {
    const { address, browser } = bench();
    const old = Buffer.from(
      JSON.stringify({
        text: 'X86 Old\n{ }\n P0 ;\n MOV [x],$3 ;\nexists (x=3)\n',
        language: 'litmus',
        models: ['sc', 'tso'],
        unroll: 3,
      }),
    ).toString('base64url');
    const page = await browser.newPage();
    await page.goto(`${address}#${old}`);
    await page.locator('td.value', { hasText: '3' }).waitFor();
    await page.close();
    const other = await browser.newPage();
    await other.goto(`${address}#2.nonsense`);
    await other.locator('tr.non-sc').waitFor();
    await other.close();
  });
});
