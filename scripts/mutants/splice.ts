// The bundle with a change, without bundling: the lines of JavaScript that the change makes different are replaced in the bundle.

import { transform } from 'esbuild';

/** Without its imports and exports, which the bundle does not have. */
export async function linesOfScript(source: string): Promise<readonly string[]> {
  // As the bundler does, which reads tsconfig.json.
  const tsconfigRaw = { compilerOptions: { useDefineForClassFields: false } };
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20', tsconfigRaw });
  return code
    .replace(/^import\s[^;]*;\n/gm, '')
    .replace(/\nexport \{[^}]*\};\n$/, '\n')
    .split('\n');
}

/** The bundler gives other names to what is global, and to what a namespace holds. */
const word = /(?:\bop\.|[.#])?[A-Za-z_$][\w$]*/g;

/** The bundle with the section of this file changed as from `before` to `after`; undefined if it is not certain where. */
export function spliced(
  bundle: string,
  file: string,
  before: readonly string[],
  after: readonly string[],
): string | undefined {
  const title = `\n// ${file}\n`;
  const start = bundle.indexOf(title) + title.length;
  const end = bundle.indexOf('\n\n// ', start);
  if (start < title.length || end < 0) return undefined;
  const section = bundle.slice(start, end).split('\n');
  if (section.length !== before.length - 1) return undefined;
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let [last, lastAfter] = [before.length, after.length];
  while (last > from && lastAfter > from && before[last - 1] === after[lastAfter - 1]) {
    last--;
    lastAfter--;
  }
  const names = new Map<string, string>();
  for (let line = from; line < last; line++) {
    const [old, now] = [before[line].match(word) ?? [], section[line].match(word) ?? []];
    if (old.length !== now.length) return undefined;
    for (const [i, name] of old.entries()) {
      if ((names.get(name) ?? now[i]) !== now[i]) return undefined;
      names.set(name, now[i]);
    }
  }
  const changed = after
    .slice(from, lastAfter)
    .map((line) => line.replace(word, (name) => names.get(name) ?? name));
  const whole = [...section.slice(0, from), ...changed, ...section.slice(last)].join('\n');
  return bundle.slice(0, start) + whole + bundle.slice(end);
}
