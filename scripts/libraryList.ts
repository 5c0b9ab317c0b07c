// The lists of docs/functions-c.md: a function is known if a program that calls it is read.

import { builtinNames } from '../src/frontend/c/check/index.js';
import { parseC } from '../src/frontend/c/index.js';
import { declaredIn } from '../src/frontend/c/middle.js';
import { prototypesText, standardHeader } from '../src/frontend/libraryFile.js';
import { InputError } from '../src/support/diagnostic.js';
import { libraryNames } from './libraryNames.js';

const known: ReadonlySet<string> = new Set([...builtinNames(), ...declaredIn(prototypesText()).keys()]);

const macrosOf = (header: string): string[] =>
  [...(standardHeader(header) ?? '').matchAll(/^ *# *define (\w+)/gm)].map(([, name]) => name);

/** Whether a call of it is refused because of the function itself, and not because it is called without arguments. */
function isRefused(name: string): boolean {
  if (!known.has(name)) return true;
  try {
    parseC(`int main(void) { ${name}(); }`, 'a.c', { readFile: () => undefined });
    return false;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, message } = error.diagnostic;
    return code === 'c-unsupported' && new RegExp(`(^| )${name}( of <.*>)? is not supported$`).test(message);
  }
}

const list = (names: readonly string[]): string => `\`${names.join(' ')}\``;

function headerLine([header, names]: [string, readonly string[]]): string {
  const macros = new Set(macrosOf(header));
  const refused = names.filter((name) => !macros.has(name) && isRefused(name));
  const accepted = names.filter((name) => !refused.includes(name));
  // `sin` stands for `sinf` and `sinl`
  const stands = (name: string): boolean => {
    const short = name.replace(/[fl]$/, '');
    return header === 'math.h' && short !== name && refused.includes(short);
  };
  const said = refused.filter((name) => !stands(name));
  return `- **${header}**: ${[
    ...(accepted.length === 0 ? ['nothing'] : [list(accepted)]),
    ...(said.length === 0 ? [] : [`not ${list(said)}`]),
  ].join('; ')}.`;
}

const headerList = (): string => Object.entries(libraryNames).map(headerLine).join('\n');

/** Headers of others, whose functions are macros here. */
const macroHeaders = [
  'genmc.h',
  'dat3m.h',
  'librace.h',
  'model-assert.h',
  'lkmm.h',
  'urcu.h',
  'sys/queue.h',
  'x86intrin.h',
];

const functionsIn = (header: string): string[] =>
  [...(standardHeader(header) ?? '').matchAll(/^#define (\w+)\(/gm)]
    .map(([, name]) => name)
    .filter((name) => !name.startsWith('__diptych'));

/** Families of names that are known without a header, or with one of another checker. */
const families = [
  '__builtin_',
  '__atomic_',
  '__sync_',
  '__VERIFIER_',
  '__CPROVER_',
  '__ESBMC_',
  '__goblint_',
];

/** Every name that is known in itself, those that stand in a header's list and diptych's own left out. */
function otherNames(): string[] {
  const listed = new Set(Object.values(libraryNames).flat());
  return [...known].filter(
    (name) =>
      !listed.has(name) &&
      !/^__(?:diptych|model)_/.test(name) &&
      !listed.has(name.replace(/^__builtin_/, '')),
  );
}

const nondet = /^(?:__VERIFIER_|__CPROVER_|__ESBMC_|)nondet_/;

function familyList(): string {
  const names = otherNames().filter((name) => !isRefused(name));
  const kinds = [
    ...new Set(names.filter((name) => nondet.test(name)).map((name) => name.replace(nondet, ''))),
  ];
  const others = names.filter((name) => !nondet.test(name));
  const within = (family: string): string[] =>
    others.filter((name) => name.startsWith(family)).map((name) => name.slice(family.length));
  const rest = others.filter((name) => !families.some((family) => name.startsWith(family)));
  return [
    ...families.map((family) => `- **${family}**: ${list(within(family))}.`),
    `- **nondet_**, also after \`__VERIFIER_\`, \`__CPROVER_\` and \`__ESBMC_\`: ${list(kinds)}.`,
    ...macroHeaders.map((header) => `- **${header}**: ${list(functionsIn(header))}.`),
    `- Others: ${list(rest)}.`,
  ].join('\n');
}

/** The texts between `<!-- name -->` and `<!-- /name -->` in the document. */
export const languageLists = (): Readonly<Record<string, string>> => ({
  headers: headerList(),
  families: familyList(),
});

/** An underscore beside the stars would be read as one of them. */
const escaped = (text: string): string =>
  text.replace(/(?<=\*\*)_+|_+(?=\*\*)/g, (line) => line.replaceAll('_', '\\_'));

export function withLists(document: string, lists: Readonly<Record<string, string>>): string {
  return Object.entries(lists).reduce(
    (text, [name, content]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`),
        (_, begin: string, end: string) => `${begin}\n${escaped(content)}\n${end}`,
      ),
    document,
  );
}
