// How soon the playground answers: opens it many times in Chromium, each time in a context that has seen nothing, and writes
// results/page.md. `npm run measure page -- [--times N] [--with PATH]`; with PATH, another build's command (dist/bin/diptych.cjs) is
// opened in turns with this one. Times are the page's own, from the beginning of the navigation.

import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../test/browser/chromium.js';
import { type Served, serveSite } from '../test/browser/server.js';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '10' }, with: { type: 'string' } },
});

/** Milliseconds from the beginning of the navigation. */
interface Opening {
  /** The program can be read. */
  readonly text: number;
  /** The row that is not SC is there, and the browser has drawn it. */
  readonly answer: number;
  /** The program can be edited. */
  readonly editor: number;
  /** Both engines have answered. */
  readonly both: number;
  readonly kilobytes: number;
}

interface Site extends Served {
  readonly name: string;
}

async function serve(name: string, command: string): Promise<Site> {
  return { name, ...(await serveSite(command)) };
}

/** The first selector is that of this page, the second that of the page before it was a workbench. */
const drawn: Readonly<Record<Exclude<keyof Opening, 'kilobytes'>, string>> = {
  text: '.editor *, #editor *',
  answer: 'tr.non-sc',
  editor: '.cm-content',
  both: '.pill.ok + .pill.ok, #engines p:nth-of-type(3)',
};

/** Runs in the page before its own scripts: notes when what a selector finds was drawn. Text, since the page has no helpers of ours. */
const watch = `{
  const seen = globalThis.seen = {};
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(${JSON.stringify(drawn)})) {
      if (name in seen || document.querySelector(selector) === null) continue;
      seen[name] = 0;
      requestAnimationFrame(() => setTimeout(() => { seen[name] = performance.now(); }));
    }
  }).observe(document, { childList: true, subtree: true });
}`;

async function open(browser: Browser, { address }: Site): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  try {
    const page = await context.newPage();
    let bytes = 0;
    let answered = false;
    page.on('response', (response) => {
      if (!answered) bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await page.addInitScript({ content: watch });
    // A new window is busy with itself at first.
    await page.waitForTimeout(1000);
    await page.goto(address);
    const at = async (name: keyof typeof drawn): Promise<number> => {
      const options = { timeout: 60_000, polling: 20 };
      const handle = await page.waitForFunction(
        (key) => Reflect.get(Reflect.get(globalThis, 'seen'), key),
        name,
        options,
      );
      return Number(await handle.jsonValue());
    };
    const answer = await at('answer');
    answered = true;
    return {
      text: await at('text'),
      answer,
      editor: await at('editor'),
      both: await at('both'),
      kilobytes: bytes / 1000,
    };
  } finally {
    await context.close();
  }
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function row(name: string, openings: readonly Opening[]): string {
  const of = (key: keyof Opening): number[] => openings.map((opening) => opening[key]);
  const answers = of('answer');
  const cells = [
    median(of('text')),
    median(answers),
    Math.min(...answers),
    Math.max(...answers),
    median(of('editor')),
    median(of('both')),
    median(of('kilobytes')),
  ];
  return `| ${name} | ${cells.map((cell) => Math.round(cell)).join(' | ')} |`;
}

async function main(): Promise<void> {
  if (chromiumPath === undefined) throw new Error('Chromium is not installed');
  const before = values.with === undefined ? [] : [await serve('before', values.with)];
  const sites = [...before, await serve('now', 'dist/bin/diptych.cjs')];
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] });
  const openings = new Map<Site, Opening[]>(sites.map((site) => [site, []]));
  try {
    // The first opening of a browser is slower than what its user sees from then on, and is not counted.
    for (const site of sites) await open(browser, site);
    for (let k = 0; k < Number(values.times); k++)
      for (const [site, list] of openings) list.push(await open(browser, site));
  } finally {
    await browser.close();
    for (const { stop } of sites) stop();
  }
  const rows = [...openings].map(([{ name }, list]) => row(name, list));
  const command = `npm run measure page -- --times ${values.times}${before.length > 0 ? ' --with PATH' : ''}`;
  writeFileSync(
    'results/page.md',
    `# How soon the playground answers

Made by \`${command}\` on ${cpus()[0]?.model ?? 'unknown'} (${process.arch}, ${cpus().length} cores, load
${loadavg()[0].toFixed(1)} at the end), Chromium ${browser.version()} without a window, \`diptych serve\` on the same machine.
Milliseconds from the beginning of the navigation to when something is drawn, in a browser that has nothing of the page in its
cache; medians of ${values.times} openings${before.length > 0 ? ', both builds in turns' : ''}. "answer" is the row of store buffering that is not SC, found by the
explicit engine; "both" is when Z3 has confirmed it under all models. The last column is what was loaded until the answer.

| build | text | answer | least | most | editor | both | kB |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`,
  );
  process.stdout.write(`${rows.join('\n')}\n`);
}

await main();
