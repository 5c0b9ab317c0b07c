// The text of many generated programs, as the compiler gets them in one file.

import type { JudgedProgram } from '#diptych/generate/c/sequential.js';
import { includes, outputsOf } from '#diptych/generate/c/source.js';
import { layOutText, textOf } from '#diptych/generate/c/tree.js';

const withPrefix = (program: JudgedProgram, prefix: string): string =>
  layOutText(textOf(program.tree)).replaceAll('@', prefix);

const fileOf = (i: number): string => `number${i}.c`;

/** Which programs of a unit the compiler complains about. */
export const refusedBy = (complaint: string): ReadonlySet<number> =>
  new Set([...complaint.matchAll(/\bnumber(\d+)\.c:\d+:\d+: error/g)].map((match) => Number(match[1])));

/** All programs in one file. Each runs in a process of its own and prints its number and its outputs; `17 !` if it died. */
export function sequentialUnit(programs: readonly JudgedProgram[]): string {
  const bodies = programs.map((program, i) => {
    const prefix = `p${i}_`;
    const prints = outputsOf(program)
      .map((o) => `  printf(" %llx", (unsigned long long)${prefix}${o.name});\n`)
      .join('');
    return `#line 1 "${fileOf(i)}"\n${withPrefix(program, prefix)}static void run${i}(void) {\n  ${prefix}main();\n  printf("${i}");\n${prints}  printf("\\n");\n}\n`;
  });
  return `${includes}#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
${bodies.join('\n')}
static void (*const runs[])(void) = {${programs.map((_, i) => `run${i}`).join(', ')}};
int main(void) {
  for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      alarm(10);
      runs[i]();
      fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0)
      printf("%u !\\n", i);
  }
  return 0;
}
`;
}

/** All programs in one file, each run `rounds` times (the first argument), in a process of its own. */
export function concurrentUnit(programs: readonly JudgedProgram[], harness: string): string {
  const bodies = programs.map((program, i) => {
    const prefix = `p${i}_`;
    const text = textOf(program.tree);
    const resets = (program.reset ?? [])
      .filter((r) => text.includes(` ${r.name} `) || text.includes(` ${r.name};`))
      .map((r) => `  ${r.name} = ${r.initial};\n`.replaceAll('@', prefix));
    const outputs = outputsOf(program);
    const values = outputs.map((o) => `(unsigned long long)${prefix}${o.name}`).join(', ');
    return `#line 1 "${fileOf(i)}"
${withPrefix(program, prefix)}
static void run${i}(int rounds) {
  while (rounds-- > 0) {
    gate = 0;
${resets.join('')}    ${prefix}main();
    unsigned long long values[] = {${values || '0'}};
    remember(values, ${outputs.length});
  }
  tell(${i}, ${outputs.length});
}
`;
  });
  return `${includes}${harness}
#define pthread_create gated_create
#define pthread_join gated_join
${bodies.join('\n')}
static void (*const runs[])(int) = {${programs.map((_, i) => `run${i}`).join(', ')}};
int main(int argc, char **argv) {
  for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      alarm(60);
      chance += i;
      runs[i](atoi(argv[1]));
      fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0)
      printf("%u !\\n", i);
  }
  return 0;
}
`;
}
