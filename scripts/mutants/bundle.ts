// The tests and what they test in one script, with one line of one source changed, and a process that runs it.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildContext, type BuildOptions, build, context, type Plugin } from 'esbuild';
import type { Mutant } from './mutate.js';
import { linesOfScript, spliced } from './splice.js';
import type { TestReport } from './tests.js';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export type Ending = 'passes' | 'fails' | 'does not end';

export interface Run {
  readonly end: Ending;
  /** In the order in which the tests ran. */
  readonly reports: readonly TestReport[];
}

interface RunOptions {
  readonly mutant?: Mutant;
  /** The numbers of the tests to run; all if it is missing. */
  readonly order?: readonly number[];
  /** Of processor time. */
  readonly seconds?: number;
  /** Offsets in the bundle; a report says which of them its test has executed. */
  readonly points?: readonly number[];
}

export class Bundle {
  #mutant: Mutant | undefined;
  #unchanged = '';
  #child: ReturnType<typeof spawn> | undefined;
  #options: BuildOptions = {};
  #context: BuildContext | undefined;

  private constructor(readonly folder: string) {}

  static async of(sources: readonly string[], tests: readonly string[]): Promise<Bundle> {
    const made = new Bundle(mkdtempSync(join(root, 'node_modules', '.mutants-')));
    made.#options = {
      stdin: {
        contents: [
          "import './test/setup.ts';",
          "import { runTests } from './scripts/mutants/tests.ts';",
          ...tests.flatMap((test) => [`import 'next-file:${test}';`, `import './${test}';`]),
          'await runTests(import.meta.url, globalThis.diptychTests);',
          // Threads that tests have started would keep the process.
          'process.exit(0);',
        ].join('\n'),
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      conditions: ['diptych-source'],
      alias: { vitest: join(root, 'scripts/mutants/tests.ts') },
      outfile: made.script,
      sourcesContent: false,
      plugins: [made.#changed(sources), nextFiles],
      logLevel: 'silent',
    };
    made.#context = await context(made.#options);
    return made;
  }

  get script(): string {
    return join(this.folder, 'tests.mjs');
  }

  /** The bundle without a change, and its source map. */
  async unchanged(): Promise<{ readonly code: string; readonly map: string }> {
    this.#mutant = undefined;
    await build({ ...this.#options, sourcemap: 'external' });
    this.#unchanged = readFileSync(this.script, 'utf8');
    return { code: this.#unchanged, map: readFileSync(`${this.script}.map`, 'utf8') };
  }

  async run({ mutant, order, seconds = 3600, points }: RunOptions): Promise<Run> {
    this.#mutant = mutant;
    try {
      const script = mutant === undefined ? undefined : await this.#spliced(mutant);
      if (script === undefined) await this.#context?.rebuild();
      else writeFileSync(this.script, script);
    } catch {
      return { end: 'fails', reports: [] };
    }
    const start = join(this.folder, 'start.mjs');
    writeFileSync(start, startScript(order, points));
    // Processor time and not time: the machine may do other things too.
    const command = `ulimit -c 0; ulimit -t ${seconds}; exec "$0" --max-old-space-size=3000 "$1"`;
    const child = spawn('sh', ['-c', command, process.execPath, start], {
      cwd: root,
      // The output of tests says why they fail, which matters when nothing was changed.
      stdio: ['ignore', 'ignore', mutant === undefined ? 'inherit' : 'ignore', 'ipc'],
      // Only for tests that wait for ever without computing.
      timeout: 1000 * (600 + 60 * seconds),
      killSignal: 'SIGKILL',
    });
    this.#child = child;
    const reports: TestReport[] = [];
    child.on('message', (message: TestReport) => reports.push(message));
    return new Promise((resolve) => {
      child.on('close', (status, signal) => {
        const late = signal === 'SIGXCPU' || signal === 'SIGKILL';
        const failed = status !== 0 || reports.some((report) => report.failed);
        resolve({ end: late ? 'does not end' : failed ? 'fails' : 'passes', reports });
      });
    });
  }

  async #spliced({ file, line, text }: Mutant): Promise<string | undefined> {
    const source = readFileSync(join(root, file), 'utf8');
    const lines = source.split('\n');
    lines[line - 1] = text;
    const [before, after] = [await linesOfScript(source), await linesOfScript(lines.join('\n'))];
    return spliced(this.#unchanged, file, before, after);
  }

  async dispose(): Promise<void> {
    await this.#context?.dispose();
    this.remove();
  }

  /** Ends the tests that run. */
  remove(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** One line of one source is another; a file that asks for its place is told where it was. */
  #changed(sources: readonly string[]): Plugin {
    const asking = filesThatAsk();
    const filter = new RegExp(`/(?:${[...new Set([...sources, ...asking])].join('|')})$`);
    return {
      name: 'changed',
      setup: ({ onLoad }) => {
        onLoad({ filter }, ({ path }) => {
          const lines = readFileSync(path, 'utf8').split('\n');
          if (this.#mutant !== undefined && path === join(root, this.#mutant.file))
            lines[this.#mutant.line - 1] = this.#mutant.text;
          const contents = lines
            .join('\n')
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
            .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
          return { contents, loader: 'ts' };
        });
      },
    };
  }
}

/** V8 counts from before the bundle is loaded. */
function startScript(order: readonly number[] | undefined, points: readonly number[] | undefined): string {
  const counted = [
    "import { Session } from 'node:inspector';",
    'const session = new Session();',
    'session.connect();',
    "session.post('Profiler.enable');",
    "session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });",
  ];
  return [
    ...(points === undefined ? ['const session = undefined;'] : counted),
    `globalThis.diptychTests = { session, order: ${JSON.stringify(order)}, points: ${JSON.stringify(points)} };`,
    "await import('./tests.mjs');",
  ].join('\n');
}

/** The bundler keeps what it has read of all others. */
function filesThatAsk(): string[] {
  return ['src', 'test', 'lab'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter(
        (name) => name.endsWith('.ts') && readFileSync(join(root, name), 'utf8').includes('import.meta'),
      ),
  );
}

/** Between the files of tests, so that a test knows its file. */
const nextFiles: Plugin = {
  name: 'next-files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^next-file:/ }, ({ path }) => ({ path, namespace: 'next-file' }));
    onLoad({ filter: /.*/, namespace: 'next-file' }, ({ path }) => ({
      contents: `import { nextFile } from './scripts/mutants/tests.ts'; nextFile('${path.slice('next-file:'.length)}');`,
      resolveDir: root,
    }));
  },
};
