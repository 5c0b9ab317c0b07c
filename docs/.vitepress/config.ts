// The documents as a site: docs/*.md in the four groups of a reader's needs. `npm run docs` builds it into dist/docs.

import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const page = (text: string, name: string) => ({ text, link: `/${name}` });

/** Whether a link of a page leads to a file of the repository that is no page of the site. */
function leavesSite(from: string, href: string): boolean {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return false;
  const target = resolve(dirname(from), href.replace(/#.*$/, ''));
  const inside = relative(docs, target);
  return existsSync(target) && (inside.startsWith('..') || !/\.(?:md|png|svg)$/.test(inside));
}

export default defineConfig({
  title: 'diptych',
  description: 'What can a program do on a machine with store buffers that it cannot do under SC?',
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  srcExclude: ['reference/**'],
  outDir: '../dist/docs',
  cleanUrls: false,
  // The playground and the API reference are copied beside the pages after the build (scripts/docs.mjs).
  ignoreDeadLinks: [/\/app\//, /\/api\//],
  /** The theme gives only documents a main landmark: the home page and the playground get theirs here. */
  transformHtml: (code) =>
    code.includes('<main')
      ? code
      : code.replace('<div class="VPContent', '<div role="main" class="VPContent'),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { litmus: 'asm', cat: 'ocaml', console: 'shellsession' },
    config(md) {
      // Sources and tests are no pages: their links become plain text.
      md.core.ruler.push('repository-links', (state) => {
        const from = resolve(docs, state.env.relativePath ?? 'index.md');
        for (const { children } of state.tokens)
          for (const [i, token] of (children ?? []).entries()) {
            if (token.type !== 'link_open' || !leavesSite(from, token.attrGet('href') ?? '')) continue;
            const end = (children ?? []).findIndex((other, j) => j > i && other.type === 'link_close');
            token.type = 'html_inline';
            token.content = '<span>';
            if (children?.[end] !== undefined)
              Object.assign(children[end], { type: 'html_inline', content: '</span>' });
          }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      page('Tutorial', 'tutorial'),
      page('How-to', 'ci'),
      page('Reference', 'commands'),
      page('Explanation', 'semantics'),
      page('Playground', 'playground'),
    ],
    sidebar: [
      { text: 'Tutorial', items: [page('From zero to a repaired Dekker', 'tutorial')] },
      {
        text: 'How-to',
        items: [
          page('Check in CI', 'ci'),
          page('Record a program', 'record'),
          page('Write a cat model', 'cat'),
          page('Read a trace', 'seeing'),
          page('Use many machines', 'scale'),
          page('Use an editor', 'editors'),
          page('Repair with fences', 'fences'),
          page('Find data races', 'races'),
          page('Force predicted cycles', 'relax'),
          page('Generate tests', 'generate'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('Commands', 'commands'),
          page('Litmus language', 'language'),
          page('C programs', 'language-c'),
          page('Functions of C', 'functions-c'),
          page('C++, Rust, LLVM IR', 'language-llvm'),
          page('Strength of library calls', 'strength'),
          page('JSON', 'json'),
          page('Diagnostics', 'errors'),
          page('Witness files', 'witness'),
          page('Trace files', 'trace'),
          page('Library', 'library'),
          { text: 'API', link: '/api/index.html', target: '_self' },
        ],
      },
      {
        text: 'Explanation',
        items: [
          page('Programs and models', 'semantics'),
          page('The two engines', 'engines'),
          page('What is proven', 'proven'),
          page('Monitors', 'monitors'),
          page('Spin loops', 'spin-loops'),
          page('Cross-checking', 'crosscheck'),
          page('Judges of the front end', 'judges'),
          page('Limits', 'limits'),
          page('Experiments', 'experiments'),
          page('Architecture', 'ARCHITECTURE'),
        ],
      },
      { text: 'Playground', items: [page('In the browser', 'playground')] },
    ],
  },
});
