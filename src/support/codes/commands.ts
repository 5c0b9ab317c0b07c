// Commands. Options that do not go together, and commands that lack something.

import type { CodeSection } from './section.js';

export const commandsCodes = {
  title: 'Commands',
  about: 'Options that do not go together, and commands that lack something.',
  codes: {
    'no-machine': [
      'A memory model of your own has axioms only, so its executions have no steps of a machine.',
      '--cat own.cat --graph why.json',
    ],
    'bad-config': [
      'The file diptych.json is no JSON, has a field that diptych does not know, or a value that the field cannot have.',
      '"models": ["arm"]',
    ],
    'no-config': [
      'There is no diptych.json here or above, or it does not name the file.',
      'diptych test, in a folder without one',
    ],
    'bad-setting': [
      'A setting of an editor is none that the command has, or has a value that it cannot have.',
      '"diptych.models": ["arm"]',
    ],
    'witness-files': [
      'An execution is written to one file, so it is for one program.',
      'diptych check --witness w.json a.c b.c',
    ],
    'cat-engine': [
      'A memory model of your own has axioms only; the explicit engine has no machine for it.',
      '--cat own.cat --engine explicit',
    ],
    'bad-outcome': [
      'A final state for `explain` is a list of NAME=VALUE: registers, locations, and their values.',
      "diptych explain --outcome '0:EAX' SB.litmus",
    ],
    'no-outcome': [
      '`explain` is about a final state: one that is named, or those of the condition of a litmus test.',
      'diptych explain queue.c',
    ],
    'robust-model': [
      'Robustness compares a weaker model with SC; SC with itself is no question.',
      'diptych robust --model sc',
    ],
    'fences-model': [
      'Fences repair behaviour that TSO and PSO add; under SC there is nothing to repair.',
      'diptych fences --model sc',
    ],
    'fences-write': [
      'A repaired program is written for one program and one model, and not over itself.',
      'diptych fences --write out.c a.c',
    ],
    'nothing-to-check': [
      '`crosscheck` was given neither programs nor the wish for random ones.',
      'diptych crosscheck',
    ],
    'no-effect': ['An option has no effect on this run.', '--strategy random:10 --engine symbolic'],
    'nothing-to-generate': ['`generate` was not told which tests to write.', 'diptych generate'],
    'time-limit': ['No answer within --timeout; the message says in which phase.', '--timeout 1'],
    'memory-limit': ['No answer within --memory; the message says in which phase.', '--memory 64'],
    interrupted: ['It was interrupted before an answer.', 'Ctrl-C'],
    unconfirmed: [
      'The answer was known, and this engine had not finished some time after.',
      'a program that is hard for one engine',
    ],
    'one-worker': [
      'In a campaign one worker answered for both engines, and the coordinator had no time to check the second answer itself.',
      'diptych check --on redis://... with a single worker, about a large program',
    ],
    'worker-lost': [
      'A thread of diptych itself ended before its answer; most often for lack of memory.',
      'a program with a very large state',
    ],
    internal: [
      'A broken invariant: a bug in diptych. Please report it with the program and the command.',
      '-',
    ],
    'cannot-listen': [
      'The playground cannot be served at that address; the message has the reason of the system.',
      'diptych serve --port 80',
    ],
    'no-site': [
      'The playground is not part of this installation.',
      'diptych serve, in a clone where npm ci ran with --ignore-scripts',
    ],
    'no-format': ['The command has no answer in that format.', 'diptych check --format herd SB.litmus'],
    'no-png': ['Nothing here can draw a .png.', 'diptych check --graph a.png, without @resvg/resvg-js'],
    'no-laboratory': [
      '`diptych tables` runs experiments that are not part of this installation.',
      'diptych tables, without lab/',
    ],
    'unknown-rival': [
      'What follows `--with` is not NAME=PATH with a rival that `diptych tables rivals` knows.',
      'diptych tables rivals --with spin=/usr/bin/spin',
    ],
    'unknown-table': ['No table of `diptych tables` has that name.', 'diptych tables nosuch'],
    'unknown-program': [
      'A manifest of the experiments has no program or variant of that name.',
      'an experiment about nosuch',
    ],
  },
} as const satisfies CodeSection;
