// Generated tests. Names, relaxations and options of `diptych generate`, docs/generate.md.

import type { CodeSection } from './section.js';

export const generateCodes = {
  title: 'Generated tests',
  about: 'Names, relaxations and options of `diptych generate`, docs/generate.md.',
  codes: {
    'no-relaxations': ['A cycle needs relaxations.', "diptych generate ''"],
    'unknown-relaxation': ['No relaxation has that name.', 'PodXR'],
    'several-relaxations': ['The name stands for several relaxations, and one was expected.', 'Pod**'],
    'atomic-read': ['Only writes can be marked atomic.', 'PodRAR'],
    'relaxations-do-not-fit': [
      'One ends with a write where the next begins with a read, or the other way round.',
      'PodWR Rfe',
    ],
    'too-few-threads': ['A cycle needs at least two relaxations that lead to another thread.', 'PodWR PosRW'],
    'one-location-change': [
      'A cycle that changes the location once does not come back to it.',
      'PodWR Fre Rfe',
    ],
    'no-program-order': [
      'A cycle of communications alone is against coherence, not against an order of a thread.',
      'Rfe Fre Coe',
    ],
    'unknown-test-name': ['The name is no name of a cycle.', 'diptych generate SBB'],
    'unknown-family': ['No family of programs has that name.', '--family nosuch'],
    'unknown-feature': ['Random programs have no such feature.', '--features nosuch'],
    'bad-size': ['The size is not one that this can have.', '--family ring --size 0'],
  },
} as const satisfies CodeSection;
