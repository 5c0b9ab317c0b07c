// Memory models in cat. Files for --cat, docs/cat.md.

import type { CodeSection } from './section.js';

export const catCodes = {
  title: 'Memory models in cat',
  about: 'Files for --cat, docs/cat.md.',
  codes: {
    'cat-file': ['The file cannot be read.', '--cat nosuch.cat'],
    'cat-syntax': ['It is no cat.', 'acyclic po |'],
    'cat-include': ['There is no such file to include, or it includes itself.', 'include "nosuch.cat"'],
    'cat-unknown-name': ['Nothing has that name.', 'acyclic poo'],
    'cat-type': ['A set was expected and this is a relation, or the other way round.', 'acyclic R'],
    'cat-arguments': [
      'A function was called with more or fewer arguments than it takes.',
      'let f(a,b) = a | b ... f(po)',
    ],
    'cat-not-monotone': [
      'A recursive definition uses itself where it need not have a least solution.',
      'let rec r = po \\ r',
    ],
    'cat-reflexive': ['The axiom can never hold.', 'irreflexive id'],
    'cat-unsupported': [
      'It is cat, but diptych does not support the construct; the message names it.',
      'procedure p() = end',
    ],
  },
} as const satisfies CodeSection;
