// The parts of Node that the core uses, for a page. Files that diptych ships are embedded, and there are no others.

import pso from '../../encodings/pso.cat?raw';
import sc from '../../encodings/sc.cat?raw';
import tso from '../../encodings/tso.cat?raw';

const embedded = new Map([
  ['sc.cat', sc],
  ['tso.cat', tso],
  ['pso.cat', pso],
]);

const missing = (path: string): never => {
  throw Object.assign(new Error(`there is no file ${path} in a page`), { code: 'ENOENT' });
};

export const basename = (path: string, extension = ''): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return extension !== '' && name.endsWith(extension) ? name.slice(0, -extension.length) : name;
};
export const dirname = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const extname = (path: string): string => /(?<=[^/])\.[^./]*$/.exec(path)?.[0] ?? '';
export const isAbsolute = (path: string): boolean => path.startsWith('/');
export const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('/');
export const resolve = join;
export const readFileSync = (path: string): string => embedded.get(basename(path)) ?? missing(path);
export const statSync = (path: string) =>
  embedded.has(basename(path))
    ? {
        isFile: () => true,
        isDirectory: () => false,
        isFIFO: () => false,
        size: embedded.get(basename(path))?.length ?? 0,
      }
    : missing(path);
export const openSync = missing;
export const readSync = missing;
export const read = (): never => missing('of that number');
export const closeSync = (): void => {};
export const fileURLToPath = (url: string): string => url;
export const createRequire = () => ({ resolve: (name: string): string => name });
export const availableParallelism = (): number => 1;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are what is looked for
export const stripVTControlCharacters = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');
export const setImmediate = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
export const setFlagsFromString = (): void => {};
