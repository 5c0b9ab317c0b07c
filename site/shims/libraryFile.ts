// The library's model, as text in the page.

import glibc from '../../model/glibc.txt?raw';
import prototypes from '../../model/include/prototypes.h?raw';
import definitions from '../../model/library.txt?raw';
import { libraryOfText } from '../../src/module/libraryText.js';
import type { Library } from '../../src/module/passes/link.js';

export const installedLibrary = (): Library => libraryOfText(definitions);

export const glibcText = (): string => glibc;

export const prototypesText = (): string => prototypes;

const headers: Readonly<Record<string, string>> = import.meta.glob('../../model/include/system/**/*.h', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const standardHeader = (name: string): string | undefined =>
  headers[`../../model/include/system/${name}`];
