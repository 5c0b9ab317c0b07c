// Files that are no UTF-8 text.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { readProgram } from '../../../src/frontend/index.js';

const folder = mkdtempSync(join(tmpdir(), 'bytes-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('bytes of comments and strings stand for themselves', async () => {
  const path = join(folder, 'a.c');
  const text = `// \xe9t\xe9
    #include <assert.h>
    int main(void) { char s[] = "\xe9-\xc3\xa9\xff"; /* \xc3 */
      assert(sizeof s == 6 && s[0] == (char)0xe9 && s[1] == '-' && s[2] == (char)0xc3 && s[3] == (char)0xa9 && s[4] == -1);
      assert('\xe8' == (char)0xe8); }`;
  writeFileSync(path, Buffer.from(text, 'latin1'));
  const { findings, complete } = explore(await readProgram(path), { model: 'sc', unroll: 8 });
  expect([findings, complete]).toEqual([[], true]);
});

it('of included files too', async () => {
  const path = join(folder, 'b.c');
  writeFileSync(join(folder, 'b.h'), Buffer.from('static char s[] = "\xe9-\xff"; // \xe9t\xe9\n', 'latin1'));
  writeFileSync(
    path,
    '#include <assert.h>\n#include "b.h"\nint main(void) { assert(sizeof s == 4 && s[0] == (char)0xe9 && s[2] == -1); }',
  );
  const { findings, complete } = explore(await readProgram(path), { model: 'sc', unroll: 8 });
  expect([findings, complete]).toEqual([[], true]);
});
