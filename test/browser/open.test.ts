// Opening the page: the files it loads before its first answer, and its requests to the network.

import { expect, it } from 'vitest';
import { describeWorkbench, patience } from './workbench.js';

describeWorkbench('opening the page', (bench) => {
  it('answers SB with the explicit engine, marks the non-SC row, and confirms it with Z3', async () => {
    const { page } = bench();
    await page.locator('tr.non-sc').waitFor();
    await expect
      .poll(() => page.locator('tr.non-sc td').allTextContents())
      .toEqual(['0', '0', '1', '1', '–', '●', '●']);
    await bench().says('TSO and PSO reach one state that SC does not.');
    await bench().confirmed();
    await expect.poll(() => page.locator('.summary').textContent()).toContain('both engines agree');
    await expect.poll(() => page.locator('.summary').textContent()).toContain('complete, no bound reached');
  });

  it('loads at most 500 KB, compressed, before the first answer, and neither Z3, ELK nor the editor', async () => {
    const page = await (await bench().browser.newContext()).newPage();
    const loaded = new Map<string, number>();
    let answered = false;
    page.on('response', (response) => {
      if (!answered)
        loaded.set(new URL(response.url()).pathname, Number(response.headers()['content-length'] ?? 0));
    });
    await page.goto(bench().address);
    await page.locator('tr.non-sc').waitFor();
    answered = true;
    const paths = [...loaded.keys()];
    const size = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
    console.info(`${Math.round(size / 1000)} kB in ${paths.length} files before the first answer`);
    expect(size).toBeGreaterThan(50_000);
    expect(size).toBeLessThan(500_000);
    expect(paths.filter((path) => /elk|z3-built\.wasm/.test(path))).toEqual([]);
    await page.context().close();
  });

  it('asks nothing of any other host, whatever is done with it', async () => {
    const { page, address, browser } = bench();
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const fresh = await context.newPage();
    const elsewhere: string[] = [];
    context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(address) && !/^(data|blob):/.test(url)) elsewhere.push(url);
    });
    await fresh.goto(address);
    await fresh.locator('.pill.ok').nth(1).waitFor();
    await fresh.locator('.pick select').selectOption('mutex.c');
    await fresh.getByRole('tab', { name: /^Repair/ }).click();
    await fresh.locator('.diff').first().waitFor();
    await fresh.getByRole('button', { name: 'Share' }).click();
    await fresh.locator('.toast span').waitFor();
    expect(elsewhere).toEqual([]);
    await context.close();
    const foreign = await page.evaluate(() =>
      [...document.querySelectorAll('script[src], link[href], img[src]')]
        .map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '')
        .filter((url) => !url.startsWith('data:') && new URL(url, location.href).origin !== location.origin),
    );
    expect(foreign).toEqual([]);
  });

  it('takes a program before its editor is loaded, and keeps it', async () => {
    const page = await (await bench().browser.newContext()).newPage();
    let letGo = (): void => {};
    const wanted = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/codeEditor-*.js', async (route) => {
      await wanted;
      await route.continue();
    });
    await page.goto(bench().address);
    await page.locator('.editor textarea').fill('X86 Early\n{ }\n P0 ;\n MOV [x],$5 ;\nexists (x=5)\n');
    await page.locator('td.value', { hasText: '5' }).waitFor();
    letGo();
    await page.locator('.cm-content').waitFor();
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('X86 Early');
    await page.context().close();
  });

  it(
    'serves its own folder alone',
    async () => {
      const { address } = bench();
      for (const path of ['../package.json', '..%2f..%2fpackage.json', 'nothing.js'])
        expect((await fetch(new URL(path, address))).status).toBe(404);
      const response = await fetch(address);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect((await fetch(address, { method: 'POST' })).status).toBe(405);
      const [script] = /assets\/[^"]+\.js/.exec(await response.text()) ?? [''];
      expect((await fetch(new URL(script, address))).headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
    patience,
  );
});
