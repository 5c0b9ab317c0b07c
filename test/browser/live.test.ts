// Live answers: an answer belongs to the text it was asked of.

import { expect, it } from 'vitest';
import { describeWorkbench } from './workbench.js';

const stores = (value: number): string =>
  `X86 One\n{ }\n P0 ;\n MOV [x],$${value} ;\nlocations [x;]\nexists (x=${value})\n`;

const long = `X86 Long\n{ }\n P0 | P1 | P2 | P3 ;\n${Array.from(
  { length: 9 },
  (_, i) => ` MOV [x],$${i} | MOV [x],$${i} | MOV [y],$${i} | MOV EAX,[x] ;`,
).join('\n')}\nexists (x=1)\n`;

describeWorkbench('live answers', (bench) => {
  it('marks answer and execution stale in the same frame as an edit, and asks again after a pause', async () => {
    const { page } = bench();
    await bench().confirmed();
    await page.locator('.event').first().waitFor();
    const phases = await page.evaluate(async () => {
      const seen: string[] = [];
      const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));
      const text = document.querySelector('.cm-content .cm-line:nth-child(2)');
      if (text === null) throw new Error('no second line');
      text.textContent = '"another text"';
      await frame();
      await frame();
      const answer = document.querySelector<HTMLElement>('.answer');
      seen.push(answer?.dataset.phase ?? '');
      seen.push(String(answer?.querySelector('.fade')?.hasAttribute('inert')));
      seen.push(String(document.querySelector('.execution')?.hasAttribute('inert')));
      return seen;
    });
    expect(phases).toEqual(['stale', 'true', 'true']);
    await expect.poll(() => page.locator('.banner').textContent()).toContain('before your edit');
    await bench().answered();
    await expect.poll(() => page.locator('.banner').count()).toBe(0);
  });

  it('never shows an answer of another text, in 20 edits in a row', async () => {
    const { page } = bench();
    await bench().write(stores(100));
    await page.locator('td.value', { hasText: '100' }).waitFor();
    // Looks at every frame before it is painted: a fresh answer must have the value that the editor has.
    await page.evaluate(() => {
      const wrong: string[] = [];
      Reflect.set(globalThis, 'wrong', wrong);
      const look = (): void => {
        requestAnimationFrame(look);
        const answer = document.querySelector<HTMLElement>('.answer');
        const written = /\$(\d+)/.exec(document.querySelector('.cm-content')?.textContent ?? '')?.[1];
        const shown = document.querySelector('.states td.value')?.textContent;
        if (answer?.dataset.phase === 'fresh' && shown !== undefined && shown !== null && shown !== written)
          wrong.push(`${written} is written, ${shown} is shown`);
        const execution = document.querySelector<HTMLElement>('.execution');
        const event = /W x=(\d+)/.exec(execution?.querySelector('.event')?.textContent ?? '')?.[1];
        if (execution?.hasAttribute('inert') === false && event !== undefined && event !== written)
          wrong.push(`${written} is written, the execution has ${event}`);
      };
      look();
    });
    for (let i = 1; i <= 20; i++) {
      await bench().write(stores(200 + i));
      // Some edits come before the answer to the last one, some after it, some in between.
      await page.waitForTimeout([0, 30, 480, 520, 700][i % 5]);
    }
    await page.locator('.answer[data-phase=fresh] td.value', { hasText: '220' }).waitFor();
    await page.locator('.event', { hasText: 'W x=220' }).waitFor();
    await page.locator('.answer[data-phase=fresh] .pill.ok').nth(1).waitFor();
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'wrong'))).toEqual([]);
  });

  it('shows what is found while a search takes long, says how far it is, and stops', async () => {
    const { page } = bench();
    await bench().write(long);
    await page.locator('.banner.busy', { hasText: 'executions' }).waitFor();
    await page.locator('.answer[data-phase=fresh] .states tbody tr').first().waitFor();
    await page.locator('.banner .link', { hasText: 'Stop' }).click();
    await expect.poll(() => page.locator('.banner').textContent()).toContain('Stopped');
    await page.locator('.pick select').selectOption('MP');
    await bench().answered();
    await bench().says('PSO reaches one state that SC does not.');
  });

  it('asks the symbolic engine about a program that was chosen while the last answer was being drawn', async () => {
    const { page } = bench();
    await page.addInitScript(() => {
      // Drawing takes a second: another program is chosen before the last one is followed up.
      globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 1000));
    });
    await page.reload();
    await page.locator('.answer[data-phase=fresh]').waitFor();
    await page.locator('.pick select').selectOption('WEB6');
    const cycle = page.getByRole('button', { name: 'Show this cycle' }).first();
    // The page draws late: a tab that is chosen before may be chosen in vain.
    for (let tries = 0; tries < 60 && !(await cycle.isVisible()); tries++) {
      await bench().tab('Robustness');
      await page.waitForTimeout(1000);
    }
    expect(await cycle.isVisible()).toBe(true);
  });

  it('marks a mistake with a squiggle and its hint, drops the answer, and mends it', async () => {
    const { page } = bench();
    await bench().write(
      'X86 T\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[x] ;\n MVO [y],$1 | MOV EBX,[x] ;\nexists (1:EAX=1)\n',
    );
    await page.locator('.answer[data-phase=error]').waitFor();
    await expect.poll(() => page.locator('.answer').textContent()).toContain('Line 5: instruction MVO');
    await expect.poll(() => page.locator('.cm-lintRange-error').textContent()).toContain('MVO');
    await expect.poll(() => page.locator('.foot').textContent()).toContain('did you mean MOV?');
    await expect.poll(() => page.locator('.states').count()).toBe(0);
    await expect.poll(() => page.locator('.event').count()).toBe(0);
    await page.locator('.answer .link', { hasText: 'Change it' }).click();
    await bench().answered();
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain(' MOV [y],$1');
    await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(0);
  });
});
