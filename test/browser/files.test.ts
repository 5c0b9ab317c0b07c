// C programs as they come from people: headers, definitions, several files; and the examples.

import { expect, it } from 'vitest';
import { topics } from '../../site/examples/list.js';
import { describeWorkbench } from './workbench.js';

describeWorkbench('files', (bench) => {
  const rename = async (name: string): Promise<void> => {
    const { page } = bench();
    await page.locator('.file.on [role=tab]').dblclick();
    await page.locator('.file-name').fill(name);
    await page.locator('.file-name').press('Enter');
  };

  it('includes a header, links another file, and marks a mistake in the tab it is in', async () => {
    const { page } = bench();
    await bench().editor();
    await rename('main.c');
    await bench().write('#include "shared.h"\nint main(void) { set(); return 0; }\n');
    await page.getByRole('button', { name: 'Add a file' }).click();
    await rename('shared.h');
    await bench().write('extern int x;\nvoid set(void);\n');
    await page.getByRole('button', { name: 'Add a file' }).click();
    await rename('other.c');
    await bench().write('#include "shared.h"\nint x;\nvoid set(void) { x = 42; }\n');
    await page.locator('.answer[data-phase=fresh] td.value', { hasText: '42' }).waitFor();
    await bench().write('#include "shared.h"\nint x;\nvoid set(void) { x = y; }\n');
    await page.locator('.answer[data-phase=error]').waitFor();
    await expect
      .poll(() => page.locator('.answer .problem .link').first().textContent())
      .toBe('other.c, line 3');
    await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(1);
    await page.getByRole('tab', { name: 'main.c' }).click();
    await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(0);
    await page.locator('.answer .problem .link').first().click();
    await expect.poll(() => page.locator('.file.on').textContent()).toContain('other.c');
  });

  it('defines what -D says', async () => {
    const { page } = bench();
    await bench().editor();
    await rename('a.c');
    await bench().write(
      'int x;\n#ifdef BIG\nint main(void) { x = BIG; return 0; }\n#else\nint main(void) { x = 1; return 0; }\n#endif\n',
    );
    await page.locator('.answer[data-phase=fresh] td.value', { hasText: /^1$/ }).waitFor();
    await page.locator('button.language').click();
    await page.locator('.defines input').fill('-DBIG=77');
    await page.locator('.defines input').press('Enter');
    await page.locator('.answer[data-phase=fresh] td.value', { hasText: '77' }).waitFor();
  });

  it('has a sentence on what to look for in each example, and reads every one of them', async () => {
    const { page } = bench();
    await bench().editor();
    const examples = topics.flatMap((topic) => topic.examples);
    expect(topics.map(({ topic }) => topic)).toEqual([
      'Litmus classics',
      'Many threads',
      'Locks',
      'Queues and stacks',
      'Lock-free',
      'From papers',
    ]);
    const unread: string[] = [];
    for (const { id, hint, paths } of examples) {
      await page.locator('.pick select').selectOption(id);
      await page.waitForFunction(
        (name) => document.querySelector('.file [role=tab]')?.textContent === name,
        paths[0].slice(paths[0].lastIndexOf('/') + 1),
      );
      await expect.poll(() => page.locator('.file').count()).toBe(paths.length);
      // An answer, or a first sign of the search.
      await page
        .locator('.answer[data-phase=fresh], .answer[data-phase=error], .banner.busy:has-text("engine")')
        .first()
        .waitFor();
      if ((await page.locator('.answer[data-phase=error]').count()) > 0)
        unread.push(`${id}: ${await page.locator('.answer').textContent()}`);
      else await expect.poll(() => page.locator('.foot').textContent()).toBe(hint);
    }
    expect(unread).toEqual([]);
  });
});
