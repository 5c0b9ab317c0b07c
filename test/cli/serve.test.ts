// Which files the playground's server gives away. The page itself is tested in a browser (npm run test:browser).

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteFile } from '../../src/cli/serve.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-site-'));
  mkdirSync(join(folder, 'site', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret'), '');
  writeFileSync(join(folder, 'site', 'index.html'), '');
  writeFileSync(join(folder, 'site', 'assets', 'a b.js'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives files of its folder and nothing else', () => {
  const site = join(folder, 'site');
  expect(siteFile(site, '/')).toBe(join(site, 'index.html'));
  expect(siteFile(site, '/assets/a%20b.js?v=1')).toBe(join(site, 'assets', 'a b.js'));
  for (const url of ['/../secret', '/..%2fsecret', '/assets', '/%00', '/%', '/assets/../../secret'])
    expect(siteFile(site, url)).toBeUndefined();
});
