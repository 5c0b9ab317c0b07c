// Hostile inputs: programs and files that take all the time, memory or stack that they are given.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface HostileInput {
  readonly name: string;
  /** The diagnostic that must refuse it, if it is meant to be refused. Any other answer measured something else. */
  readonly refused?: string;
  /** Each run: a command and its options; FILE is where the input is. */
  readonly runs: readonly (readonly string[])[];
}

const times = (n: number, make: (i: number) => string, separator = ''): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(separator);

const threads = 'pthread_t t;\nvoid *f(void *p) { x = 1; return 0; }\n';
const c = (globals: string, body: string): string =>
  `#include <pthread.h>\n#include <assert.h>\nint x, y;\n${globals}\n${threads}int main() {\n  pthread_create(&t, 0, f, 0);\n  ${body}\n  pthread_join(t, 0);\n  assert(y <= 1000000);\n  return 0;\n}\n`;

/** X86 with a column for each thread. */
function x86(columns: readonly (readonly string[])[], condition: string): string {
  const rows = Math.max(...columns.map((column) => column.length));
  const line = (cells: readonly string[]): string => ` ${cells.join(' | ')} ;\n`;
  return `X86 hostile\n{ }\n${line(columns.map((_, i) => `P${i}`))}${times(rows, (r) =>
    line(columns.map((column) => column[r] ?? '')),
  )}${condition}\n`;
}

const stores = (count: number, each: number): string =>
  x86(
    Array.from({ length: count }, (_, t) =>
      Array.from({ length: each }, (_, i) => `MOV [x${i % 3}],$${t * each + i + 1}`),
    ),
    'exists (x0=1)',
  );

const asking = [['check'], ['outcomes'], ['robust']] as const;
const check = [['check']] as const;

interface Described {
  readonly text?: string;
  readonly extension?: string;
  readonly runs?: readonly (readonly string[])[];
  readonly refused?: string;
  make?(path: string): void;
}

const programs: Readonly<Record<string, Described>> = {
  'nested-loops-18': {
    text: c(
      '',
      `int ${times(18, (i) => `i${i}`, ', ')};\n${times(18, (i) => `for (i${i} = 0; i${i} < 3; i${i}++) `)} y += x;`,
    ),
    runs: [...asking, ['fences'], ['races'], ['relax'], ['crosscheck']],
  },
  'statements-5000': {
    text: c(
      '',
      times(5000, (i) => `y = x + ${i};\n`),
    ),
    runs: [...asking, ['races'], ['relax']],
  },
  'initialisers-200000': {
    text: c(`int a[200000] = {${times(200_000, (i) => `${i % 7}`, ',')}};`, 'y = a[x];'),
    runs: asking,
  },
  'globals-60000': {
    text: c(
      times(60_000, (i) => `int g${i};`),
      'y = g7;',
    ),
    runs: asking,
  },
  'elements-1e9': { text: c('int a[1000000000];', 'y = a[x];'), runs: [...asking, ['relax']] },
  'elements-1e6': { text: c('int a[1000000];', 'a[x] = 1; y = a[0];'), runs: asking },
  'macro-bomb': {
    refused: 'c-preprocessor',
    text: `#define A0 x+x\n${times(40, (i) => `#define A${i + 1} A${i}+A${i}\n`)}${c('', 'y = A40;')}`,
    runs: [...asking, ['fences'], ['races'], ['relax'], ['crosscheck']],
  },
  'macro-arguments': {
    refused: 'c-preprocessor',
    text: `#define D(a) a+a\n${c('', `y = ${times(30, () => 'D(')}x${times(30, () => ')')};`)}`,
    runs: check,
  },
  'calls-exponential': {
    text: c(
      `int f0(int a) { return a + x; }\n${times(28, (i) => `int f${i + 1}(int a) { return f${i}(a) + f${i}(a + 1); }\n`)}`,
      'y = f28(1);',
    ),
    runs: [...asking, ['relax'], ['fences']],
  },
  recursion: {
    text: c('int r(int n) { return n < 2 ? n : r(n - 1) + r(n - 2); }', 'y = r(x + 40);'),
    runs: [['check', '--unroll', '40'], ['relax']],
  },
  'parentheses-20000': { text: c('', `y = ${'('.repeat(20_000)}x${')'.repeat(20_000)};`), runs: check },
  'blocks-5000': { text: c('', `${'{'.repeat(5000)}y = 1;${'}'.repeat(5000)}`), runs: check },
  'ifs-3000': { text: c('', `${times(3000, () => 'if (x) ')} y = 1;`), runs: check },
  'conjunction-5000': { text: c('', `y = ${times(5000, () => 'x', ' && ')};`), runs: check },
  'sum-20000': { text: c('', `y = ${times(20_000, () => 'x', ' + ')};`), runs: check },
  'switch-5000': {
    text: c('', `switch (x) { ${times(5000, (i) => `case ${i}: y = ${i}; break;\n`)} }`),
    runs: check,
  },
  'threads-200': {
    text: `#include <pthread.h>\nint x;\nvoid *f(void *p) { x++; return 0; }\nint main() { pthread_t t[200]; for (int i = 0; i < 200; i++) pthread_create(&t[i], 0, f, 0); return 0; }\n`,
    runs: [...asking.map(([a]) => [a, '--unroll', '300']), ['races', '--unroll', '300']],
  },
  'unroll-1e6': {
    text: c('', 'while (x == 0) y++;'),
    runs: [
      ['check', '--unroll', '1000000'],
      ['outcomes', '--unroll', '1000000', '--no-spin-assume'],
    ],
  },
  'loop-bound-1e9': {
    text: c('', 'for (int i = 0; i < 1000000000; i++) y += x;'),
    runs: [
      ['check', '--unroll', '1000000000'],
      ['relax', '--rounds', '1000000000', '--max-steps', '1000000000'],
    ],
  },
  pointers: {
    text: c(
      `int *p[64]; int v[64];`,
      `${times(64, (i) => `p[${i}] = &v[(${i} + x) % 64];`)} for (int i = 0; i < 64; i++) *p[(i * 7 + y) % 64] = *p[i];`,
    ),
    runs: asking,
  },
  multiplications: {
    text: c('', `y = x; ${times(60, () => 'y = y * y + x * 3; y = y / (x + 7);')}`),
    runs: asking,
  },
  'goto-spaghetti': {
    text: c('', `${times(40, (i) => `L${i}: if (x == ${i}) goto L${(i * 7) % 40};\n`)} y = 1;`),
    runs: check,
  },
  'structs-deep': {
    text: c(
      `struct s0 { int a; };\n${times(25, (i) => `struct s${i + 1} { struct s${i} a, b; };\n`)}struct s25 s;`,
      'y = 1;',
    ),
    runs: check,
  },
  'typedef-chain': {
    text: c(`typedef int t0;\n${times(3000, (i) => `typedef t${i} t${i + 1};\n`)}t3000 z;`, 'y = z;'),
    runs: check,
  },
  'one-line-1MB': { text: `int x = 1;/*${'a'.repeat(1_000_000)}*/ int main() { return x; }`, runs: check },
  'too-large': {
    refused: 'file-too-large',
    text: `// ${'a'.repeat(2_000_000)}\nint main() { return 0; }`,
    runs: check,
  },
  'include-itself': {
    refused: 'c-preprocessor',
    text: '#include "include-itself.c"\nint main() { return 0; }\n',
    runs: check,
  },
  'include-fan': {
    refused: 'c-preprocessor',
    make: (path) => {
      for (let i = 0; i < 25; i++)
        writeFileSync(
          join(path, '..', `fan${i}.h`),
          i === 24 ? 'int z;\n' : `#include "fan${i + 1}.h"\n#include "fan${i + 1}.h"\n`,
        );
      writeFileSync(path, '#include "fan0.h"\nint main() { return 0; }\n');
    },
    runs: check,
  },
  'include-fifo': {
    refused: 'not-a-file',
    make: (path) => {
      execFileSync('mkfifo', [join(path, '..', 'pipe.h')]);
      writeFileSync(path, '#include "pipe.h"\nint main() { return 0; }\n');
    },
    runs: check,
  },
  'include-device': {
    refused: 'not-a-file',
    text: '#include "/dev/zero"\nint main() { return 0; }\n',
    runs: check,
  },
  'nul-bytes': { refused: 'c-syntax', text: '\0\0\0int main() { return 0; }', runs: check },
  'litmus-stores': {
    extension: '.litmus',
    text: stores(5, 5),
    runs: [
      ...asking,
      ['fences'],
      ['races'],
      ['relax'],
      ['crosscheck'],
      ['outcomes', '--jobs', '3'],
      ['outcomes', '--engine', 'explicit'],
      ['outcomes', '--engine', 'symbolic'],
    ],
  },
  'litmus-threads-60': { extension: '.litmus', text: stores(60, 2), runs: asking },
  'litmus-long-2000': { extension: '.litmus', text: stores(2, 2000), runs: [...asking, ['relax']] },
  'litmus-condition-10000': {
    extension: '.litmus',
    text: x86([['MOV [x],$1'], ['MOV EAX,[x]']], `exists (${times(10_000, (i) => `x=${i}`, ' \\/ ')})`),
    runs: check,
  },
  'litmus-condition-deep': {
    extension: '.litmus',
    text: x86([['MOV [x],$1']], `exists (${'~('.repeat(20_000)}x=1${')'.repeat(20_000)})`),
    runs: check,
  },
  'litmus-loop': {
    extension: '.litmus',
    text: x86(
      [
        ['L0:', 'MOV EAX,[x]', 'ADD EAX,$1', 'MOV [x],EAX', 'CMP EAX,$100000', 'JNE L0'],
        ['L1:', 'MOV EBX,[x]', 'CMP EBX,$9', 'JNE L1'],
      ],
      'exists (x=5)',
    ),
    runs: asking.map(([a]) => [a, '--unroll', '100000']),
  },
  'litmus-empty': { refused: 'empty-file', extension: '.litmus', text: '', runs: check },
  'litmus-binary': {
    refused: 'not-utf-8',
    extension: '.litmus',
    make: (path) => writeFileSync(path, Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37) % 256))),
    runs: check,
  },
};

const others: Readonly<Record<string, Described>> = {
  'cat-deep': {
    extension: '.cat',
    text: `let r0 = po\n${times(3000, (i) => `let r${i + 1} = (r${i} ; r${i})+\n`)}acyclic r3000\n`,
    runs: [['check', '--cat', 'FILE', 'SB']],
  },
  'cat-recursive': {
    refused: 'cat-recursion',
    extension: '.cat',
    text: `let rec r = po | (r ; r) | (r ; s)\nand s = rf | (s ; r ; s)\nacyclic r\n`,
    runs: [['check', '--cat', 'FILE', 'SB']],
  },
  'cat-fifo': {
    refused: 'not-a-file',
    extension: '.cat',
    make: (path) => void execFileSync('mkfifo', [path]),
    runs: [['check', '--cat', 'FILE', 'SB']],
  },
  'cat-include-itself': {
    refused: 'cat-include',
    extension: '.cat',
    text: 'include "cat-include-itself.cat"\nacyclic po\n',
    runs: [['check', '--cat', 'FILE', 'SB']],
  },
  'trace-100000': {
    extension: '.jsonl',
    text: `${times(100_000, (i) => `{"thread":${i % 8},"op":"${i % 3 === 0 ? 'W' : 'R'}","address":${i % 50}${i % 3 === 0 ? `,"value":${i}` : ''}}\n`)}`,
    runs: [
      ['monitor', 'FILE'],
      ['monitor', '--monitor', 'all', 'FILE'],
    ],
  },
  'json-deep': {
    refused: 'bad-json',
    extension: '.json',
    text: `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
    runs: [['replay', 'FILE']],
  },
  'json-garbage': {
    extension: '.json',
    // A witness as it should be, but for a thread that the program does not have.
    text: JSON.stringify({
      format: 'diptych-witness',
      version: '1',
      program: { litmus: x86([['MOV [x],$1']], 'exists (x=1)') },
      spinAssume: false,
      unroll: 2,
      what: 'a thread that is not there',
      shows: { kind: 'hb-cycle' },
      model: 'tso',
      schedule: [{ kind: 'execute', thread: 99_999_999 }],
      execution: { events: [], rf: [], co: [], blocked: [], findings: [] },
    }),
    runs: [['replay', 'FILE']],
  },
  'folder-loop': {
    extension: '',
    make: (path) => {
      mkdirSync(path);
      symlinkSync('.', join(path, 'again'));
      writeFileSync(join(path, 'a.litmus'), x86([['MOV [x],$1']], 'exists (x=1)'));
    },
    runs: [
      ['check', 'FILE'],
      ['outcomes', 'FILE'],
    ],
  },
  'generate-cycles': {
    extension: '',
    make: () => {},
    runs: [['generate', '--edges', 'Pod** MFenced** Rfe Fre Coe Rfi Fri Coi', '--length', '14', '--list']],
  },
  'generate-random': {
    extension: '',
    make: () => {},
    runs: [['generate', '--random', '100000000', '--size', '200']],
  },
};

/** Writes all of them into a folder. */
export function writeInputs(folder: string): HostileInput[] {
  const write = (
    [name, { text, extension = '.c', runs = [], refused, make }]: [string, Described],
    isProgram: boolean,
  ): HostileInput => {
    const path = join(folder, `${name}${extension}`);
    if (make !== undefined) make(path);
    else writeFileSync(path, text ?? '');
    const fill = (run: readonly string[]): string[] =>
      isProgram
        ? [...run, path]
        : run.map((word) => (word === 'FILE' ? path : word === 'SB' ? join(folder, 'SB.litmus') : word));
    return { name, runs: runs.map(fill), ...(refused === undefined ? {} : { refused }) };
  };
  writeFileSync(
    join(folder, 'SB.litmus'),
    x86(
      [
        ['MOV [x],$1', 'MOV EAX,[y]'],
        ['MOV [y],$1', 'MOV EAX,[x]'],
      ],
      'exists (0:EAX=0 /\\ 1:EAX=0)',
    ),
  );
  return [
    ...Object.entries(programs).map((entry) => write(entry, true)),
    ...Object.entries(others).map((entry) => write(entry, false)),
  ];
}
