// A resolved cat model as JavaScript: models that are part of the command are not resolved again by every run.

import type { CatModel } from '../src/cat/ast.js';

/** A function from the model's file name, which is `here` in `model`, to the model. Shared objects stay shared. */
export function modelCode(model: CatModel, here: string): string {
  const names = new Map<object, string>();
  const lines: string[] = [];
  const codeOf = (value: unknown): string => {
    if (value === here) return 'file';
    if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const known = names.get(value);
    if (known !== undefined) return known;
    const properties = Object.entries(value).map(([key, of]) => `${key}: ${codeOf(of)}`);
    const name = `value${names.size}`;
    names.set(value, name);
    lines.push(`const ${name} = { ${properties.join(', ')} };`);
    return name;
  };
  const result = codeOf(model);
  return `(file) => {\n${lines.join('\n')}\nreturn ${result};\n}`;
}
