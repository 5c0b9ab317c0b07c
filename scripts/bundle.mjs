// Makes the published command of the sources: `dist/bin/program.cjs`, one script with everything but WebAssembly modules and
// packages that look for files of their own; `dist/bin/diptych.cjs`, which starts it; and a file for each module that runs on
// a thread or in a process of its own. The library stays as the modules that tsc writes.
//
// In the sources, `new URL('./x.js', import.meta.url)` is such a module, and `import('./x.js')` a part that is loaded on
// demand: both are written for Node's modules and translated here.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
/** Two levels below the package, as the modules of dist are: paths in them lead to the same files. */
const out = join(root, 'dist', process.argv[2] ?? 'bin');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** They start threads of their own from files beside them, or load machine code. */
const external = ['tinypool', '@resvg/resvg-js', 'bullmq', 'ioredis'];

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  write: false,
  logLevel: 'warning',
  charset: 'ascii',
};

/** The name of a module of the program: its path in src without an extension. */
const nameOf = (file) =>
  relative(src, file)
    .split(sep)
    .join('/')
    .replace(/\.[jt]s$/, '');
const fileNameOf = (name) => `${name.replaceAll('/', '-')}.cjs`;

/** Modules of Node that packages load and that diptych does not use of them: loading one takes milliseconds. */
const loadedLate = [
  {
    filter: /[\\/]commander[\\/]lib[\\/]command\.js$/,
    statement: "const childProcess = require('node:child_process');",
    use: 'childProcess.spawn(',
    instead: "require('node:child_process').spawn(",
  },
];

/** What src/cat/prepared.ts is in the bundle. */
async function preparedTrees() {
  const { outputFiles } = await build({
    ...common,
    format: 'esm',
    stdin: {
      contents: `export * from './src/cat/parse.ts'; export * from './src/cat/stdlib.ts'; export * from './src/cat/prepared.ts';`,
      resolveDir: root,
    },
  });
  const code = Buffer.from(outputFiles[0].text).toString('base64');
  const { parseSyntax, library, prelude, namelessFile } = await import(`data:text/javascript;base64,${code}`);
  const encodings = join(root, 'encodings');
  const shipped = readdirSync(encodings).filter((name) => name.endsWith('.cat'));
  const texts = [
    prelude,
    ...library.values(),
    ...shipped.map((name) => readFileSync(join(encodings, name), 'utf8')),
  ];
  const trees = texts.map((text) => {
    const tree = JSON.stringify(parseSyntax(text, 'here'));
    return [text, tree.replaceAll('"file":"here"', namelessFile)];
  });
  return `export const namelessFile = ${JSON.stringify(namelessFile)};
export const preparedTrees = new Map(${JSON.stringify(trees)});`;
}

/** Modules with a file of their own. */
const entries = new Set(['cli/main', 'cli/practice']);

const translate = {
  name: 'translate',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]cat[\\/]prepared\.ts$/ }, async () => ({
      contents: await preparedTrees(),
      loader: 'js',
    }));
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const from = (specifier) => nameOf(join(dirname(path), specifier));
      const contents = readFileSync(path, 'utf8')
        .replace(/new URL\(\s*'(\.[^']*\.js)',\s*import\.meta\.url,?\s*\)/g, (_, specifier) => {
          entries.add(from(specifier));
          return `new URL('./${fileNameOf(from(specifier))}', import.meta.url)`;
        })
        .replace(
          /\bimport\(\s*'(\.[^']*)'\s*\)/g,
          (whole, specifier) => `(__part('${from(specifier)}'), ${whole})`,
        )
        .replace(/\bimport\(\s*'([^.'][^']*)'\s*\)/g, (whole, specifier) =>
          external.includes(specifier) ? `__load('${specifier}')` : whole,
        )
        .replace(/\bimport\((\w+)\)/g, (_, specifier) => `__load(${specifier})`);
      return { contents, loader: 'ts' };
    });
    for (const { filter, statement, use, instead } of loadedLate)
      onLoad({ filter }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes(statement)) throw new Error(`${path} has changed: look at loadedLate`);
        return { contents: text.replace(statement, '').replaceAll(use, instead), loader: 'js' };
      });
  },
};

async function bundleProgram() {
  const cases = [...entries].map((name) => `case '${name}': return require('./src/${name}.ts');`);
  const { outputFiles } = await build({
    ...common,
    stdin: {
      contents: `exports.enter = (module) => { switch (module) { ${cases.join(' ')} } };
exports.provideCompiler = (compiler) => require('./src/support/wasmCode.ts').provideCompiler(compiler);`,
      resolveDir: root,
    },
    external,
    plugins: [translate],
    // Node 20 cannot import from a script whose code was kept.
    supported: { 'dynamic-import': false },
    // Node loads ten modules for the global `performance`.
    define: { 'import.meta.url': '__moduleUrl', 'performance.now': '__now' },
    banner: {
      js: `const __moduleUrl = require('node:url').pathToFileURL(__filename).href;
function __now() { const [s, ns] = process.hrtime(); return s * 1e3 + ns / 1e6; }`,
    },
  });
  return outputFiles[0].text;
}

/** Bundling finds entries, which want to be bundled in turn. */
async function wholeProgram() {
  for (;;) {
    const known = entries.size;
    const text = await bundleProgram();
    if (entries.size === known)
      return `(function (exports, require, __filename, __dirname, __load, __part) {${text}\n})`;
  }
}

const program = await wholeProgram();
const hash = createHash('sha256').update(program);
hash.update(readFileSync(createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm')));
const bundleHash = hash.digest('hex').slice(0, 16);
const launcher = async (entry) => {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [`src/launcher/${entry}.ts`],
    define: { bundleHash: JSON.stringify(bundleHash), packageVersion: JSON.stringify(version) },
  });
  return outputFiles[0].text;
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const write = (name, text) => writeFileSync(join(out, name), text);
write('program.cjs', program);
write('loader.cjs', await launcher('program'));
for (const name of entries) {
  if (name === 'cli/main' || name === 'cli/practice') continue;
  write(
    fileNameOf(name),
    `module.exports = require('./loader.cjs').loadProgram(__dirname, process.env).enter('${name}');\n`,
  );
}
write('practice.cjs', await launcher('practice'));
writeFileSync(join(out, 'diptych.cjs'), await launcher('main'), { mode: 0o755 });
