// `npm run measure docs -- [FOLDER]`: every page of the built site (dist/docs). Links must lead to a page and a heading that exist, axe must
// find nothing, in light and in dark. With a folder, it also puts pictures there: desktop, phone, dark. Ends with 1 otherwise.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, posix, sep } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../test/browser/chromium.js';

const root = join(import.meta.dirname, '..', 'dist', 'docs');
const pictures = process.argv[2];
/** The playground and the API reference are made by other tools; their links are checked, axe reads the playground in test/browser. */
const isOwn = (page: string): boolean => !/^(api|app)\//.test(page);

const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path.endsWith('.html'))
  .sort();
const problems: string[] = [];

function idsOf(page: string): Set<string> {
  const text = readFileSync(join(root, page), 'utf8');
  return new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => id));
}

/** The file that a path of the site is served from. */
function fileAt(path: string): string | undefined {
  const candidates = [path, `${path}.html`, posix.join(path, 'index.html')];
  return candidates.find((file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile());
}

let links = 0;
const ids = new Map(pages.map((page) => [page, idsOf(page)]));
for (const page of pages) {
  // Links in scripts are templates.
  const text = readFileSync(join(root, page), 'utf8').replace(/<script[\s\S]*?<\/script>/g, '');
  for (const [, raw] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    const link = raw.replaceAll('&amp;', '&');
    if (/^(https?:|mailto:|data:|javascript:)/.test(link) || link === '') continue;
    links++;
    const [path, fragment] = link.replace(/\?[^#]*/, '').split('#');
    const base = path.startsWith('/') ? path.slice(1) : posix.join(dirname(page), path);
    const file = path === '' ? page : fileAt(decodeURIComponent(base).replace(/\/$/, '') || 'index.html');
    if (file === undefined) problems.push(`${page}: no page ${link}`);
    else if (fragment !== undefined && fragment !== '' && file.endsWith('.html')) {
      const wanted = decodeURIComponent(fragment);
      // The playground reads its fragment itself.
      if (!file.startsWith('app/') && ids.get(file)?.has(wanted) === false)
        problems.push(`${page}: no heading ${link}`);
    }
  }
}
console.log(`${pages.length} pages, ${links} links within the site, ${problems.length} broken`);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname).slice(1);
  const file = fileAt(path === '' ? 'index.html' : path);
  if (file === undefined) response.writeHead(404).end();
  else {
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(join(root, file)));
  }
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
if (chromiumPath === undefined) throw new Error('there is no chromium; CHROMIUM names one');
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] });
try {
  let judged = 0;
  for (const scheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    for (const name of pages.filter(isOwn)) {
      await page.goto(`${url}/${name}`, { waitUntil: 'load' });
      const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
      judged++;
      for (const { id, nodes } of violations)
        problems.push(
          `${name} (${scheme}): axe ${id}: ${nodes.length} times, ${nodes[0]?.html.slice(0, 160)}`,
        );
    }
    await context.close();
  }
  console.log(`axe: ${judged} pages in light and dark`);
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    for (const [kind, options] of [
      ['desktop', { viewport: { width: 1280, height: 900 } }],
      ['phone', { viewport: { width: 390, height: 844 }, isMobile: true }],
      ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
    ] as const) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      for (const name of ['index', 'tutorial', 'playground', 'commands']) {
        await page.goto(`${url}/${name}.html`, { waitUntil: 'load' });
        await page.waitForTimeout(3000);
        await page.screenshot({ path: join(pictures, `${name}-${kind}.png`) });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
        if (wide > 0) problems.push(`${name} (${kind}): ${wide} pixels wider than the window`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  server.close();
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
