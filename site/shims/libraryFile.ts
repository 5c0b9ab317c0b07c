// The library's model, as text in the page.

import prototypes from '../../model/include/prototypes.h?raw';
import definitions from '../../model/library.txt?raw';

export const libraryText = (): string => definitions;

export const prototypesText = (): string => prototypes;
