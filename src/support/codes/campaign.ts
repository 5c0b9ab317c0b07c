// Campaigns: work on other machines, --on, docs/scale.md.

import type { CodeSection } from './section.js';

export const campaignCodes = {
  title: 'Campaigns',
  about: 'Work on other machines: `--on`, `diptych worker`, docs/scale.md.',
  codes: {
    'queue-url': ['It is no address of a Redis server.', '--on localhost:6379'],
    'queue-unreachable': ['Nobody answers at that address, or not to this user.', '--on redis://nosuch:6379'],
    'queue-option': [
      'What the option asks for needs this machine, and does not travel with a program.',
      '--on redis://localhost --cat own.cat',
    ],
    'worker-version': [
      'Answers of another version of diptych are no answers to the same question: all machines must run the same build.',
      'diptych worker of 0.2.0 for a campaign of 0.1.0',
    ],
    'job-set-aside': [
      'A job was begun three times and its worker disappeared each time, so it is not tried again.',
      'a program that ends the process that works on it',
    ],
    'result-rejected': [
      'Workers repeatedly sent back no valid answer for a job, or a proof that does not show the claim.',
      'a schedule that the program cannot follow',
    ],
    'campaign-unknown': ['There is no campaign of that name on the server.', 'diptych campaign show nosuch'],
    'campaign-differs': [
      'A campaign is resumed by the command that began it, on the same programs.',
      'diptych check --resume ID other.litmus',
    ],
  },
} as const satisfies CodeSection;
