/** The name, or the name with a number that nothing else has. */
export function freshName(names: Set<string>, wanted: string): string {
  let name = wanted;
  for (let i = 2; names.has(name); i++) name = `${wanted}#${i}`;
  names.add(name);
  return name;
}
