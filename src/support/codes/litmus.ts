// Litmus tests. The sections of a litmus file of any dialect, and its initial and final states.

import type { CodeSection } from './section.js';

export const litmusCodes = {
  title: 'Litmus tests',
  about: 'The sections of a litmus file of any dialect, and its initial and final states.',
  codes: {
    'empty-file': ['There is no test in the file.', 'a file of comments'],
    'unknown-dialect': ['A test begins with its dialect, one of X86, X86_64 and C, and its name.', 'ARM SB'],
    'missing-name': ['The dialect is not followed by a name.', 'X86\\n{ }'],
    'missing-init': ['The init section is missing.', 'X86 SB P0 | P1 ;'],
    'unclosed-init': ['The brace that opens the init section is never closed.', '{ x=0;'],
    'unclosed-string': ['A quotation is never closed.', '"a doc'],
    'unclosed-comment': ['A comment is never closed.', '(* a remark'],
    'missing-code': ['A thread was expected.', 'C SB { } exists (x=1)'],
    syntax: [
      'The text does not fit the grammar of this section; the message names the expected text.',
      'exists (x=1',
    ],
    unsupported: [
      'A construct of herd that diptych does not support; the message names it.',
      'filter with a quantifier',
    ],
    'too-deep': ['Parentheses or blocks nest too deeply to be read.', 'exists ((((... 100,000 times'],
    'unsupported-type': ['Cells hold integers; this type says something else.', '{ float x=0; }'],
    'duplicate-location': ['A location is declared twice.', '{ x=0; x=1; }'],
    'duplicate-register': ['A register is given an initial value twice.', '{ 0:EAX=1; 0:EAX=2; }'],
    'unknown-location': ['No location has that name.', 'exists (z=1)'],
    'unknown-register': ['The thread has no register or variable of that name.', 'exists (0:EFX=1)'],
    'unknown-thread': ['No thread has that name or number.', 'exists (7:EAX=1)'],
    'ambiguous-register': ['Several threads use a register of that name.', 'exists (EAX=1)'],
    'array-without-index': ['A cell of an array has to be chosen.', 'exists (t=1)'],
    'index-out-of-range': ['The array has fewer cells.', 'exists (t[9]=1)'],
    'bad-array-size': ['An array has from one to some hundred cells.', '{ int t[0]; }'],
    'bad-initial-value': [
      'An array is initialised by a list, a single cell by a single value.',
      '{ int t[2]=1; }',
    ],
    'bad-number': ['The digits are not those of its base.', '{ x=09; }'],
    'number-too-large': ['The number does not fit the width of its register or cell.', '{ x=99999999999; }'],
    'duplicate-thread': ['Two threads have the same name.', 'P0() { } P0() { }'],
    'missing-thread': ['Threads are numbered without gaps.', 'P0() { } P2() { }'],
    'ambiguous-thread': [
      'A number is one thread by place and another by name.',
      'exists (1:r=0), with P1 written first',
    ],
    'duplicate-label': ['A label is defined twice.', 'L: ... L:'],
    'unknown-label': [
      'A jump leads to a label that there is not, or leaves a loop that it is not in.',
      'JMP nowhere',
    ],
  },
} as const satisfies CodeSection;
