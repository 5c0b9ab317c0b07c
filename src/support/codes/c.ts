// C programs. Files of C, docs/language-c.md.

import type { CodeSection } from './section.js';

export const cCodes = {
  title: 'C programs',
  about: 'Files of C, docs/language-c.md.',
  codes: {
    'c-preprocessor': ['The preprocessor cannot carry out a directive.', '#include "nosuch.h"'],
    'c-syntax': ['It is no C, or not as diptych reads it.', 'int main( {'],
    'c-type': ['Types do not fit, or a name is not declared.', 'int x = "text";'],
    'c-unsupported': [
      'It is C, but diptych has no meaning for it; the message names the construct.',
      'long double d = x;',
    ],
    'c-mixed-size': [
      'Threads share memory and use it with different sizes in a way that the question has no answer for.',
      'union { int w; short h[2]; } shared;',
    ],
    'c-observe': ['What --observe names cannot be shown in a final state.', '--observe nosuch'],
    'not-editable': ['Fences can be put into .c and .litmus files only.', 'diptych fences --write out.json'],
  },
} as const satisfies CodeSection;
