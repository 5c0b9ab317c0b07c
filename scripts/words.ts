// Counts how the project is written: comments, their first words, sentences that are too long. `npm run measure words` prints the
// counts, and test/words.test.ts holds them as upper limits.

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const home = join(fileURLToPath(import.meta.url), '..', '..');

/** The roots whose comments count. */
const roots = ['src', 'lab', 'scripts', 'site', 'test', 'benchmarks'];

/** The longest sentence that STYLE allows, in words. */
const mostWords = 25;

export interface Comment {
  readonly path: string;
  readonly line: number;
  /** Without comment marks, its lines joined. */
  readonly text: string;
}

export interface Sentence {
  readonly path: string;
  readonly text: string;
}

/** Paths relative to the project, with forward slashes. */
function filesIn(root: string, isWanted: (name: string) => boolean): string[] {
  return readdirSync(join(home, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${root}/${name.split(sep).join('/')}`)
    .filter((name) => isWanted(name) && !/\/(node_modules|dist|\.vitepress)\//.test(name))
    .sort();
}

const linesOf = (path: string): string[] => readFileSync(join(home, path), 'utf8').split('\n');

/** Comments that have lines of their own. A run of `//` lines is one comment. */
export function commentsOf(path: string): Comment[] {
  const lines = linesOf(path);
  const comments: Comment[] = [];
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at]?.trim() ?? '';
    const line = at + 1;
    const texts = [first];
    if (first.startsWith('//')) {
      while (lines[at + 1]?.trim().startsWith('//')) texts.push(lines[++at]?.trim() ?? '');
    } else if (first.startsWith('/*')) {
      while (at + 1 < lines.length && !lines[at]?.includes('*/')) texts.push(lines[++at]?.trim() ?? '');
    } else {
      continue;
    }
    const text = texts
      .map((each) => each.replace(/^(\/\/|\/\*+|\*\/|\*)\s?/, '').replace(/\s*\*\/.*$/, ''))
      .join('\n');
    comments.push({ path, line, text });
  }
  return comments;
}

export const allComments = (): Comment[] =>
  roots.flatMap((root) =>
    filesIn(root, (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts')).flatMap(commentsOf),
  );

/** Comments whose subject is a question word or a person without a name. */
export const beginsWithQuestionWord = ({ text }: Comment): boolean =>
  /^\s*(what|who|whose|whoever|whatever|nobody|somebody|anybody|everybody)\b/i.test(text);

/** Comments that speak of a person where a thread, an engine or a caller is meant. */
export const speaksOfPersons = ({ text }: Comment): boolean =>
  /(?<!\b(?:users?|readers?|person|people)) who\b|\b(whoever|nobody|somebody|anybody|everybody)\b/i.test(
    text,
  );

/** Lists, tables and code are no sentences: a blank line, a bullet, a bar or two more spaces end a paragraph. */
function sentencesOf(text: string): string[] {
  const paragraphs = text
    .split(/\n\s*\n|\n(?=\s*([-*|>#]|\d+\.)\s)|\n(?= {2,})/)
    .filter((each) => each !== undefined);
  return paragraphs
    .filter((each) => !/^\s*\|/.test(each))
    .flatMap((each) => each.replaceAll(/`[^`]*`/g, 'code').split(/(?<=[.!?])\s+/))
    .map((each) => each.replaceAll(/\s+/g, ' ').trim());
}

export const isLong = (sentence: string): boolean => sentence.split(' ').length > mostWords;

export const longSentences = (comments: readonly Comment[]): Sentence[] =>
  comments.flatMap(({ path, line, text }) =>
    sentencesOf(text)
      .filter(isLong)
      .map((sentence) => ({ path: `${path}:${line}`, text: sentence })),
  );

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/^---\n[\s\S]*?\n---$/gm, '');

const documentPaths = (): string[] => [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...filesIn('docs', (name) => name.endsWith('.md')),
];

export const longSentencesOfDocuments = (): Sentence[] =>
  documentPaths().flatMap((path) =>
    sentencesOf(withoutCode(linesOf(path).join('\n')))
      .filter(isLong)
      .map((text) => ({ path, text })),
  );

/** Titles of tests and of their groups that begin with a question word. */
export const titlesWithQuestionWords = (): Sentence[] =>
  filesIn('test', (name) => /\.tsx?$/.test(name)).flatMap((path) =>
    [
      ...linesOf(path)
        .join('\n')
        .matchAll(
          /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:what|who|whoever|nobody|somebody)\b.*?)\1/gi,
        ),
    ].map((match) => ({ path, text: match[2] ?? '' })),
  );

const wordsOf = (path: string): number => linesOf(path).join('\n').split(/\s+/).filter(Boolean).length;

async function optionsShown(): Promise<number> {
  const { capture } = await import('../test/cli/capture.js');
  return (await capture('check', '--help')).stdout.split('\n').filter((line) => /^ {2}-/.test(line)).length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const comments = allComments();
  const count = (name: string, value: number): void => {
    process.stdout.write(`${String(value).padStart(6)}  ${name}\n`);
  };
  count('comments', comments.length);
  count('comments that begin with What, Who, Nobody', comments.filter(beginsWithQuestionWord).length);
  count('comments that speak of who, nobody, somebody', comments.filter(speaksOfPersons).length);
  count(`sentences of comments above ${mostWords} words`, longSentences(comments).length);
  count(`sentences of documents above ${mostWords} words`, longSentencesOfDocuments().length);
  count('titles of tests that begin with what, who, nobody', titlesWithQuestionWords().length);
  count('words in README.md', wordsOf('README.md'));
  count('options that check --help shows', await optionsShown());
}
