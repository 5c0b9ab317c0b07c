// The files that the C programs of the menu include: a page has no others.

const texts: Readonly<Record<string, string>> = import.meta.glob('../benchmarks/papers/*/*.h', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const headers = new Map(Object.entries(texts).map(([path, text]) => [nameOf(path), text]));

/** Whatever folder it is said to be in. */
export const readHeader = (path: string): string | undefined => headers.get(nameOf(path));

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
