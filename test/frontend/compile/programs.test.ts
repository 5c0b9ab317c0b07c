// The C++ and Rust programs of benchmarks/cpp and benchmarks/rust, each right and with a planted bug: verdicts under the three models, and
// kind and line of the finding. An entry that is still `open` says why.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { findCompiler } from '../../../src/frontend/compile/compilers.js';
import { readProgram } from '../../../src/frontend/index.js';

const models = ['sc', 'tso', 'pso'] as const;
type Verdicts = Readonly<Record<(typeof models)[number], string>>;

interface Entry {
  readonly name: string;
  readonly right: string;
  readonly wrong: string;
  readonly verdicts: { readonly right: Verdicts; readonly wrong: Verdicts };
  readonly finding: { readonly kinds: readonly string[]; readonly lines: readonly number[] };
  readonly open?: string;
}

async function answersOf(path: string) {
  const program = await readProgram(path);
  return models.map((model) => {
    const { findings, complete, executions } = explore(program, { model, unroll: 8, timeLimitMs: 120_000 });
    expect(complete).toBe(true);
    // Something runs to its end: an answer about nothing is none.
    expect(executions).toBeGreaterThan(0);
    return { model, findings: findings.map(({ finding }) => finding) };
  });
}

function check(folder: string, language: 'c++' | 'rust'): void {
  const home = join(import.meta.dirname, '..', '..', '..', 'benchmarks', folder);
  const entries: readonly Entry[] = JSON.parse(readFileSync(join(home, 'manifest.json'), 'utf8'));
  const compiler = findCompiler(language, undefined, process.env);
  if (compiler === undefined) console.log(`no compiler for ${language}: benchmarks/${folder} is not read`);
  for (const { name, open } of entries)
    if (open !== undefined) console.log(`${folder}/${name} is open: ${open}`);
  describe.skipIf(compiler === undefined)(`benchmarks/${folder}`, () => {
    it('says why an entry is open', () => {
      for (const { open } of entries) expect(open).not.toBe('');
    });

    for (const { name, right, wrong, verdicts, finding } of entries.filter(({ open }) => open === undefined))
      it(name, async () => {
        for (const [file, wanted] of [
          [right, verdicts.right],
          [wrong, verdicts.wrong],
        ] as const)
          for (const { model, findings } of await answersOf(join(home, file))) {
            expect({ file, model, verdict: findings.length === 0 ? 'holds' : 'violated' }).toEqual({
              file,
              model,
              verdict: wanted[model],
            });
            for (const { kind, at, waits } of findings) {
              expect(finding.kinds).toContain(kind);
              // A deadlock has the place of each wait.
              const lines = [at, ...(waits ?? []).map((wait) => wait.at)].map((place) => place?.line);
              expect(lines.some((line) => line !== undefined && finding.lines.includes(line))).toBe(true);
            }
          }
      });
  });
}

check('cpp', 'c++');
check('rust', 'rust');

describe.skipIf(findCompiler('rust', undefined, process.env) === undefined)('docs/examples/mutex.rs', () => {
  const path = join(import.meta.dirname, '../../../docs/examples/mutex.rs');
  const violated = async (file: string): Promise<boolean[]> => {
    const program = await readProgram(file);
    return models.map((model) => explore(program, { model, unroll: 8 }).findings.length > 0);
  };

  it('is what the tutorial says', async () => {
    expect(await violated(path)).toEqual([false, true, true]);
    const folder = mkdtempSync(join(tmpdir(), 'diptych-tutorial-'));
    const repaired = join(folder, 'mutex.rs');
    writeFileSync(
      repaired,
      readFileSync(path, 'utf8').replace(/Ordering::(?:Release|Acquire)/g, 'Ordering::SeqCst'),
    );
    expect(await violated(repaired)).toEqual([false, false, false]);
    rmSync(folder, { recursive: true });
  });
});
