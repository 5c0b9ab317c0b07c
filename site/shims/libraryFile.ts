// The library's model, as text in the page.

import glibc from '../../model/glibc.txt?raw';
import prototypes from '../../model/include/prototypes.h?raw';
import definitions from '../../model/library.txt?raw';

export const libraryText = (): string => definitions;

export const glibcText = (): string => glibc;

export const prototypesText = (): string => prototypes;

const headers: Readonly<Record<string, string>> = import.meta.glob('../../model/include/system/**/*.h', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const standardHeader = (name: string): string | undefined =>
  headers[`../../model/include/system/${name}`];
