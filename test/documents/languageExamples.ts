// The programs of languageC.md: statements of main, or of several threads.

const headers = [
  'assert',
  'stdatomic',
  'pthread',
  'stdint',
  'stdlib',
  'string',
  'stdio',
  'stddef',
  'stdbool',
];

/** Final states show these. */
export const numbersOfPrelude = ['x', 'y', 'r', 's', 'a', 'b', 'n', 'd'];

/** Names that exist without being declared. */
export const prelude = `${headers.map((name) => `#include <${name}.h>\n`).join('')}int x, y, r, s, *p; _Atomic int a, b; long n; double d;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n`;

/**
 * Statements of main. With `//` between them they are those of several threads, which main starts and joins. A first
 * part that begins with `//` stands outside of functions.
 */
export function programOf(code: string): string {
  const parts = code.split(/(?:^| )\/\/ ?/).map((part) => part.trim());
  const outside = parts.length > 1 && parts[0] === '' ? parts[1].replace(/^(#include <[^>]*>) /, '$1\n') : '';
  const threads = outside === '' ? parts : parts.slice(2);
  if (threads.length === 0) return `${prelude}${outside}\n`;
  if (threads.length === 1) return `${prelude}${outside}\nint main(void) {\n${threads[0]}\n}\n`;
  const functions = threads.map((body, i) => `void *t${i + 1}(void *unused) {\n${body}\nreturn 0; }`);
  const each = (text: (thread: number) => string): string => threads.map((_, i) => text(i + 1)).join(' ');
  return `${prelude}${outside}\n${functions.join('\n')}\nint main(void) {
pthread_t ${threads.map((_, i) => `h${i + 1}`).join(', ')}; ${each((i) => `pthread_create(&h${i}, 0, t${i}, 0);`)} ${each((i) => `pthread_join(h${i}, 0);`)}
}\n`;
}

export interface Example {
  readonly code: string;
  readonly answer: string;
}

/** The rows of the tables whose second column is headed so. */
export function examplesIn(document: string, heading: string): Example[] {
  const examples: Example[] = [];
  let inside = false;
  for (const line of document.split('\n')) {
    const cells = line.startsWith('|') ? line.slice(2, -1).split(/(?<!\\) \| /) : [];
    if (cells.length !== 2) inside = false;
    else if (cells[0].trim() === 'program') inside = cells[1].trim() === heading;
    else if (inside && cells[0].startsWith('`'))
      examples.push({
        code: cells[0].trim().slice(1, -1).replaceAll('\\|', '|'),
        answer: cells[1].trim(),
      });
  }
  return examples;
}
