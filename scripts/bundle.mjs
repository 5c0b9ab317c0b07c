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
import { build, transform } from 'esbuild';
import { leanGlue } from './z3Glue.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
/** Two levels below the package, as the modules of dist are: paths in them lead to the same files. */
const out = join(root, 'dist', process.argv[2] ?? 'bin');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** They start threads of their own from files beside them, or load machine code. */
const external = ['@resvg/resvg-js'];
/** Of other databases, and machine code: packages that BullMQ does without. */
const foregone = ['bullmq-otel', 'pg', 'redis', '@valkey/valkey-glide', 'msgpackr-extract', 'supports-color'];

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

function hashOf(...contents) {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 16);
}

/** What these modules export. */
async function sourcesOf(...files) {
  const contents = files.map((file) => `export * from './${file}';`).join('\n');
  const { outputFiles } = await build({
    ...common,
    format: 'esm',
    stdin: { contents, resolveDir: root },
  });
  const code = Buffer.from(outputFiles[0].text).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/** What src/cat/prepared.ts is in the bundle. */
async function prepared() {
  const { parseCat, parseSyntax, library, prelude, namelessFile, modelCode } = await sourcesOf(
    'src/cat/resolve.ts',
    'src/cat/parse.ts',
    'src/cat/stdlib.ts',
    'src/cat/prepared.ts',
    'scripts/modelCode.ts',
  );
  const encodings = join(root, 'encodings');
  const shipped = readdirSync(encodings).filter((name) => name.endsWith('.cat'));
  const trees = [prelude, ...library.values()].map((text) => {
    const tree = JSON.stringify(parseSyntax(text, 'here')).replaceAll('"file":"here"', namelessFile);
    return `[${JSON.stringify(text)}, () => ${JSON.stringify(tree)}]`;
  });
  const models = shipped.map((name) => {
    const text = readFileSync(join(encodings, name), 'utf8');
    return `[${JSON.stringify(text)}, ${modelCode(parseCat(text, 'here'), 'here')}]`;
  });
  return `export const namelessFile = ${JSON.stringify(namelessFile)};
export const preparedTrees = new Map([${trees.join(',\n')}]);
export const preparedModels = new Map([${models.join(',\n')}]);`;
}

/** Modules with a file of their own. */
const compilerModule = 'launcher/compileWasm';
const startedHere = ['cli/main', 'cli/practice', compilerModule];
const entries = new Set(startedHere);

/** Modules that take Node more than a millisecond to load. */
const slowModules = /^(node:)?(child_process|worker_threads|stream|http|crypto|readline)$/;
const onDemand = 'node-on-demand';

const translate = {
  name: 'translate',
  setup({ onLoad, onResolve }) {
    // Its modules for Node come as a whole, these only as far as they are used.
    onResolve({ filter: /^bullmq$/ }, () => ({ path: join(root, 'node_modules/bullmq/dist/esm/index.js') }));
    // The modules of the other form would run at their first use.
    onResolve({ filter: /^vscode-languageserver-types$/ }, () => ({
      path: join(root, 'node_modules/vscode-languageserver-types/lib/umd/main.js'),
    }));
    // An export of these modules is looked up where it is used.
    onResolve({ filter: slowModules }, ({ path, namespace }) =>
      namespace === onDemand
        ? { path, external: true }
        : { path: path.replace('node:', ''), namespace: onDemand },
    );
    onLoad({ filter: /.*/, namespace: onDemand }, ({ path }) => ({
      contents: `for (const name of ${JSON.stringify(Object.keys(createRequire(import.meta.url)(path)))})
        Object.defineProperty(exports, name, { enumerable: true, get: () => require('node:${path}')[name] });`,
      loader: 'js',
    }));
    onLoad({ filter: /[\\/]cat[\\/]prepared\.ts$/ }, async () => ({
      contents: await prepared(),
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
    onLoad({ filter: /[\\/]z3-built\.js$/ }, ({ path }) => ({
      contents: leanGlue(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
    // With it come the calendars of the world; jobs here are not repeated.
    onLoad({ filter: /[\\/]node_modules[\\/]cron-parser[\\/].*\.js$/ }, () => ({
      contents: 'export const CronExpressionParser = undefined;',
      loader: 'js',
    }));
  },
};

/** Bundled into chunks, each a function of the script: V8 compiles, keeps and restores only those that are used. */
async function bundleProgram() {
  const { outputFiles, metafile } = await build({
    ...common,
    format: 'esm',
    splitting: true,
    metafile: true,
    entryPoints: [...entries].map((name) => ({ in: `src/${name}.ts`, out: name })),
    outdir: chunkFolder,
    chunkNames: 'chunk-[hash]',
    external: [...external, ...foregone],
    plugins: [translate],
    // Node loads ten modules for the global `performance`.
    define: { 'import.meta.url': '__moduleUrl', 'performance.now': '__now' },
  });
  for (const file of Object.keys(metafile.inputs)) {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (folder !== undefined) packages.add(folder);
  }
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [chunkOf(join(root, path)), output]),
  );
  const chunks = outputFiles.map(({ path, text }) => {
    const name = chunkOf(path);
    const body = asFunction(name, text);
    const file = besides.get(outputs.get(name)?.entryPoint);
    if (file === undefined) return [name, body];
    beside.set(file, `(function (${shared}) {\n${body}\n})`);
    return [name, `return __beside('${file}')(${shared});`];
  });
  return `(function (exports, require, __filename, __dirname, __load, __part, __beside) {
const __moduleUrl = require('node:url').pathToFileURL(__filename).href;
function __now() {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
const __used = new Map();
function __use(name) {
  let chunk = __used.get(name);
  if (chunk === undefined) {
    chunk = __chunks[name]();
    __used.set(name, chunk);
  }
  return chunk;
}
// Node 20 cannot import from a script whose code was kept.
const __import = async (name) => __use(name);
const __chunks = {
${chunks.map(([name, body]) => `'${name}': function () {\n${body}\n}`).join(',\n')}
};
exports.enter = (module) => __use(module);
exports.provideCompiler = (compiler) => __use('${compilerModule}').provideCompiler(compiler);
})`;
}

/** Modules that few runs need are scripts of their own, so that the others need not read them. */
const besides = new Map([
  ['src/campaign/queue/packages.ts', 'queue'],
  ['src/cli/lsp/server.ts', 'lsp'],
]);
const beside = new Map();
/** What they need of the program. */
const shared = '__use, require, __moduleUrl, __now';

/** Folders of packages of which something is part of the program. */
const packages = new Set();

/** What their authors want to go with it. */
function licences() {
  return [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? license : readFileSync(join(root, folder, file), 'utf8');
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
}

const chunkFolder = join(root, 'chunks');
const chunkOf = (path) => relative(chunkFolder, path).split(sep).join('/').replace(/\.js$/, '');

/**
 * The body of a function that returns what a chunk exports. Chunks import in no circle, so what is imported has its value when it is
 * imported, and keeps it: no module of the sources exports a variable that changes.
 */
function asFunction(name, text) {
  // A module that runs at its first use has its values later.
  if (text.includes('__esm(')) throw new Error(`the chunk ${name} has a module that does not run with it`);
  const target = (specifier, how) =>
    specifier.startsWith('.')
      ? `${how}('${chunkOf(join(dirname(join(chunkFolder, name)), specifier))}')`
      : `require('${specifier}')`;
  // Imports take place before anything else does.
  const head = [];
  const body = text
    .replace(/^#!.*\n/, '')
    .replace(/^import (?:([^"]*) from )?"([^"]+)";\n/gm, (_, names = '', specifier) => {
      head.push(declared(names, target(specifier, '__use')));
      return '';
    })
    .replace(
      /^export \{([^}]*)\};\s*$/m,
      (_, list) => `return {${properties(list, (from, to) => `${to}: ${from}`)}};`,
    )
    .replace(/\bimport\("(\.[^"]+)"\)/g, (_, specifier) => target(specifier, '__import'));
  if (/^(import|export)\b/m.test(body))
    throw new Error(`the chunk ${name} has an import or export that is not understood`);
  return [...head, body].join('\n');
}

/** What `import NAMES from ...` declares. */
function declared(names, from) {
  const [, whole, namespace, list] =
    /^([\w$]+)?(?:, )?(?:\* as ([\w$]+))?(?:\{([^}]*)\})?$/.exec(names) ?? [];
  return [
    ...[whole, namespace].filter((name) => name !== undefined).map((name) => `const ${name} = ${from};`),
    ...(list === undefined ? [] : [`const {${properties(list, (to, as) => `${to}: ${as}`)}} = ${from};`]),
    ...(names === '' ? [`${from};`] : []),
  ].join(' ');
}

/** `a, b as c` as properties of an object. */
const properties = (list, property) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => item.split(' as '))
    .map(([name, as = name]) => property(name, as))
    .join(', ');

/** Bundling finds entries, which want to be bundled in turn. */
async function wholeProgram() {
  for (;;) {
    const known = entries.size;
    const text = await bundleProgram();
    if (entries.size === known) return text;
  }
}

/** Without indentation there is a quarter less to read at each start; names stay as they are, for stacks. */
async function compact(text) {
  const { code } = await transform(text, {
    minifyWhitespace: true,
    lineLimit: 160,
    charset: 'ascii',
    target: common.target,
  });
  return code;
}

const { keptForm } = await sourcesOf('src/module/keptLibrary.ts');
const library = keptForm(readFileSync(join(root, 'model', 'library.txt'), 'utf8'));
const program = await compact(await wholeProgram());
const z3 = readFileSync(createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm'));
const { smallModule } = await sourcesOf('scripts/smallZ3/kept.ts');
const smallZ3 = smallModule(z3, readFileSync(join(root, 'scripts', 'smallZ3', 'kept.txt'), 'utf8'));
if (smallZ3 === undefined) console.warn('scripts/smallZ3/kept.txt is of another Z3: npm run make small-z3');
const bundleHash = hashOf(program, ...beside.values(), z3, smallZ3 ?? '');
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
for (const [name, text] of beside) write(`${name}.cjs`, await compact(text));
if (smallZ3 !== undefined) write('z3-small.wasm', smallZ3);
write('library.kept', library);
write('loader.cjs', await launcher('program'));
for (const name of entries) {
  if (startedHere.includes(name)) continue;
  write(
    fileNameOf(name),
    `module.exports = require('./loader.cjs').enterThread(__dirname, process.env, '${name}');\n`,
  );
}
write('licences.txt', licences().join(`\n${'-'.repeat(80)}\n\n`));
write('practice.cjs', await launcher('practice'));
writeFileSync(join(out, 'diptych.cjs'), await launcher('main'), { mode: 0o755 });
