// The language server as a process, through the protocol: every feature, cancelling, fast edits, and its end.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bundled, bundle } from '../../launcher/bundled.js';
import { Client, descendants, eventually, isAlive, isEnd, type Json, type Message } from './client.js';

const root = join(import.meta.dirname, '..', '..', '..');
const example = (name: string): string => join(root, 'docs', 'examples', name);
const hasRust = spawnSync('rustc', ['--version']).status === 0;
if (!hasRust) console.warn('no rustc: Rust in the language server is not tested');
const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('no /proc: that no process is left is not tested');

let command: Bundled;
let folder = '';
const clients: Client[] = [];

beforeAll(() => {
  command = bundle('lsp-test');
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) if (client.isRunning) await client.stop();
});
afterAll(() => {
  command.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
});

function startClient(): Client {
  const client = new Client(command.launcher);
  clients.push(client);
  return client;
}

/** Limits that no test reaches: a busy machine changes no answer. */
const patient = { timeout: 3000, commandTimeout: 3000 };

async function started(options: object = {}): Promise<Client> {
  const client = startClient();
  await client.start({ ...patient, ...options });
  return client;
}

const codes = (diagnostics: readonly Json[]): string[] => diagnostics.map(({ code }) => code).sort();
const linesOf = (diagnostics: readonly Json[], code: string): number[] =>
  diagnostics.filter((one) => one.code === code).map(({ range }) => range.start.line + 1);

const hoverText = async (client: Client, uri: string, line: number, character: number): Promise<string> => {
  const { result } = await client.request('textDocument/hover', {
    textDocument: { uri },
    position: { line, character },
  });
  return result?.contents.value ?? '';
};

/** Applies edits of whole lines, as the server makes them. */
function edited(text: string, edits: readonly Json[]): string {
  const lines = text.split('\n');
  for (const { range, newText } of edits)
    lines.splice(
      range.start.line,
      range.end.line - range.start.line,
      ...newText.replace(/\n$/, '').split('\n'),
    );
  return lines.join('\n');
}

/** Takes hours: what ends it is a cancel. */
const endless = `#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b, c;
void *run(void *p) {
  for (int i = 0; i < 6; i++) {
    atomic_fetch_add_explicit(&a, 1, memory_order_relaxed);
    atomic_store_explicit(&b, atomic_load_explicit(&c, memory_order_relaxed) + i, memory_order_relaxed);
    atomic_store_explicit(&c, atomic_load_explicit(&b, memory_order_relaxed) * 3, memory_order_relaxed);
  }
  return p;
}
int main(void) {
  pthread_t t[5];
  for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
  return 0;
}
`;

describe('diagnostics', () => {
  it('tell mistakes while a text is being typed, at their place and with a hint', async () => {
    const client = await started();
    const path = example('typo.litmus');
    const uri = client.open(path);
    const [mistake] = await client.diagnostics(uri, 1);
    expect(mistake.code).toBe('unknown-instruction');
    expect(mistake.message).toContain('did you mean MOV');
    expect(mistake.range).toEqual({ start: { line: 4, character: 1 }, end: { line: 4, character: 4 } });
    client.change(uri, 2, readFileSync(path, 'utf8').replace('MVO', 'MOV'));
    expect(await client.diagnostics(uri, 2)).toEqual([]);
  });

  it('tell types of C, and mistakes of cat models', async () => {
    const client = await started();
    const c = client.open(join(folder, 'types.c'), 'int main(void) {\n  int x = y;\n  return x;\n}\n');
    expect(linesOf(await client.diagnostics(c, 1), 'c-type')).toEqual([2]);
    const cat = client.open(join(folder, 'own.cat'), '"own"\nlet a = po | nosuch\nacyclic a\n');
    const [mistake] = await client.diagnostics(cat, 1);
    expect(mistake.range.start.line).toBe(1);
    expect(mistake.message).toContain('nosuch');
  });

  it('tell a part of a program as a hint', async () => {
    const client = await started();
    const uri = client.open(join(folder, 'part.c'), 'int f(void) { return 1; }\n');
    expect((await client.diagnostics(uri, 1)).map(({ severity }) => severity)).toEqual([4]);
  });

  it('tell what is found when a file is saved, with the delayed stores and the steps', async () => {
    const client = await started();
    const uri = client.open(example('mutex.c'));
    const found = await client.saveAndSearch(uri, 1);
    const assertion = found.find(({ code }) => code === 'assertion');
    expect(assertion.range.start.line).toBe(15);
    expect(assertion.data.models).toEqual(['tso', 'pso']);
    const related: string[] = assertion.relatedInformation.map(
      ({ location, message }: Json) => `${location.range.start.line + 1} ${message}`,
    );
    expect(related).toContain('7 W flag0=1 waits in the store buffer while R flag1=0 takes effect');
    expect(related).toContain('14 4. right: W flag1=1');
    expect(codes(found)).toContain('race');
  });

  it('tell both sides of a race', async () => {
    const client = await started();
    const uri = client.open(example('publish.c'));
    const race = (await client.saveAndSearch(uri, 1)).find(({ code }) => code === 'race');
    const sides = [race.range, race.relatedInformation[0].location.range];
    expect(sides.map(({ start }) => start.line + 1).sort((a, b) => a - b)).toEqual([8, 14]);
  });

  it('of an older text go with the first edit', async () => {
    const client = await started();
    const uri = client.open(example('mutex.c'));
    expect(codes(await client.saveAndSearch(uri, 1))).toContain('assertion');
    client.change(uri, 2, `${readFileSync(example('mutex.c'), 'utf8')}\n`);
    const from = client.received.length;
    expect(await client.diagnostics(uri, 2)).toEqual([]);
    await client.request('textDocument/hover', {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    });
    for (const { method, params } of client.received.slice(from))
      if (method === 'textDocument/publishDiagnostics') expect(params.diagnostics).toEqual([]);
  });

  it('are those of the models that the settings name', async () => {
    const client = await started({ models: ['sc'] });
    const uri = client.open(example('mutex.c'));
    expect(codes(await client.saveAndSearch(uri, 1))).not.toContain('assertion');
    client.notify('workspace/didChangeConfiguration', {
      settings: { diptych: { ...patient, models: ['pso'] } },
    });
    const found = await client.saveAndSearch(uri, 1);
    expect(found.find(({ code }) => code === 'assertion').data.models).toEqual(['pso']);
  });

  it.runIf(hasRust)('of Rust come when the file is saved', async () => {
    const client = await started();
    const path = join(folder, 'wrong.rs');
    writeFileSync(path, 'fn main() {\n    let x: u32 = "text";\n}\n');
    const uri = client.open(path);
    const [mistake] = await client.diagnostics(uri, 1, (list) => list.length > 0);
    expect([mistake.code, mistake.range.start.line]).toEqual(['compiler-failed', 1]);
    writeFileSync(path, 'fn main() {\n}\n');
    client.change(uri, 2, 'fn main() {\n}\n');
    expect(await client.diagnostics(uri, 2)).toEqual([]);
    const from = client.received.length;
    client.save(uri);
    await client.until(isEnd, from);
  });

  it('go when the file is closed', async () => {
    const client = await started();
    const uri = client.open(example('typo.litmus'));
    await client.diagnostics(uri, 1, (list) => list.length > 0);
    const from = client.received.length;
    client.notify('textDocument/didClose', { textDocument: { uri } });
    expect(await client.diagnostics(uri, 1, () => true, from)).toEqual([]);
  });
});

describe('hover', () => {
  it('tells what an access is and what it becomes on x86', async () => {
    const client = await started();
    const text = [
      '#include <pthread.h>',
      '#include <stdatomic.h>',
      'atomic_int x; int d;',
      'void *run(void *p) {',
      '  atomic_store(&x, 1);',
      '  d = atomic_load_explicit(&x, memory_order_acquire);',
      '  atomic_fetch_add(&x, 2);',
      '  int e = 0;',
      '  atomic_compare_exchange_strong_explicit(&x, &e, 3, memory_order_acq_rel, memory_order_relaxed);',
      '  atomic_thread_fence(memory_order_seq_cst);',
      '  return p;',
      '}',
      'int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }',
      '',
    ].join('\n');
    const uri = client.open(join(folder, 'hover.c'), text);
    expect(await hoverText(client, uri, 4, 5)).toMatch(/Store to `x`, seq_cst[\s\S]*`xchg`/);
    expect(await hoverText(client, uri, 5, 10)).toMatch(/Load of `x`, acquire[\s\S]*`mov` from memory/);
    expect(await hoverText(client, uri, 5, 3)).toMatch(/Store to `d`, plain[\s\S]*`mov` to memory/);
    expect(await hoverText(client, uri, 6, 5)).toMatch(/Read-modify-write of `x`, seq_cst[\s\S]*`lock xadd`/);
    expect(await hoverText(client, uri, 8, 5)).toMatch(/acq_rel, relaxed where[\s\S]*`lock cmpxchg`/);
    expect(await hoverText(client, uri, 9, 5)).toMatch(/Full fence[\s\S]*`mfence`/);
    expect(await hoverText(client, uri, 7, 4)).toBe('');
  });

  it('tells instructions of litmus tests without another name for them', async () => {
    const client = await started();
    const uri = client.open(join(root, 'benchmarks', 'litmus', 'SB.litmus'));
    expect(await hoverText(client, uri, 4, 17)).toMatch(/^Store to `y`\.\n\nThe store waits/);
  });

  it('tells the definition of a name of a cat model, and goes to it', async () => {
    const client = await started();
    const path = join(root, 'encodings', 'tso.cat');
    const lines = readFileSync(path, 'utf8').split('\n');
    const uri = client.open(path);
    const use = lines.findIndex((line) => line.startsWith('acyclic ppo'));
    expect(await hoverText(client, uri, use, 9)).toContain('let ppo = po &');
    expect(await hoverText(client, uri, use, lines[use].indexOf('rfe') + 1)).toContain('let rfe = rf & ext');
    expect(await hoverText(client, uri, use, lines[use].indexOf('co'))).toContain('Coherence');
    const { result } = await client.request('textDocument/definition', {
      textDocument: { uri },
      position: { line: use, character: 9 },
    });
    expect(lines[result.range.start.line]).toContain('let ppo');
  });
});

describe('questions', () => {
  it('are code lenses, which have the answers that are known', async () => {
    const client = await started();
    const path = join(root, 'benchmarks', 'litmus', 'SB.litmus');
    const uri = client.open(path);
    const titles = async (): Promise<string[]> => {
      const { result } = await client.request('textDocument/codeLens', { textDocument: { uri } });
      return result.map(({ command: { title } }: Json) => title);
    };
    expect(await titles()).toEqual(['outcomes', 'robust', 'races', 'fences']);
    for (const name of ['outcomes', 'robust', 'races', 'fences']) {
      const { result } = await client.request('workspace/executeCommand', {
        command: `diptych.${name}`,
        arguments: [uri],
      });
      expect(result.text).toContain('SB');
    }
    expect(await titles()).toEqual(['outcomes: all known', 'robust: no', 'races: none', 'fences: missing']);
    const shown = client.received.filter(({ method }) => method === 'window/showDocument');
    expect(readFileSync(fileURLToPath(shown[0].params.uri), 'utf8')).toContain('non-SC');
    expect(client.received.some(({ method }) => method === 'workspace/codeLens/refresh')).toBe(true);
    client.change(uri, 2, `${readFileSync(path, 'utf8')}\n`);
    expect(await titles()).toEqual(['outcomes', 'robust', 'races', 'fences']);
  });

  it('about a text that is not saved are about that text', async () => {
    const client = await started();
    const path = join(root, 'benchmarks', 'litmus', 'SB.litmus');
    const uri = client.open(path);
    client.change(uri, 2, readFileSync(path, 'utf8').replaceAll('$1', '$7'));
    const { result } = await client.request('workspace/executeCommand', {
      command: 'diptych.outcomes',
      arguments: [uri],
    });
    expect(result.text).toMatch(/7 +7 +7 +7/);
  });

  it('insert fences that are proven, as an edit of one version', async () => {
    const client = await started();
    const path = join(folder, 'mutex.c');
    const text = readFileSync(example('mutex.c'), 'utf8');
    const uri = client.open(path, text);
    const found = await client.saveAndSearch(uri, 1);
    const { result: actions } = await client.request('textDocument/codeAction', {
      textDocument: { uri },
      range: found[0].range,
      context: { diagnostics: found },
    });
    const action = actions.find(({ title }: Json) => title.includes('TSO'));
    expect(action.edit).toBeUndefined();
    const { result } = await client.request('codeAction/resolve', action);
    const [change] = result.edit.documentChanges;
    expect(change.textDocument).toEqual({ uri, version: 1 });
    const repaired = edited(text, change.edits);
    expect(repaired.split('__sync_synchronize();')).toHaveLength(3);
    client.change(uri, 2, repaired);
    expect(codes(await client.saveAndSearch(uri, 2))).not.toContain('assertion');
    const late = await client.request('codeAction/resolve', action);
    expect(late.error?.code).toBe(-32801);
  });

  it('insert fences also for editors that only know commands', async () => {
    const client = startClient();
    await client.start(patient, false);
    const uri = client.open(join(root, 'benchmarks', 'litmus', 'SB.litmus'));
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const { result: actions } = await client.request('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context: { diagnostics: [] },
    });
    const { command } = actions.find(({ title }: Json) => title.includes('TSO'));
    await client.request('workspace/executeCommand', command);
    const { params } = await client.until(({ method }) => method === 'workspace/applyEdit');
    expect(params.edit.documentChanges[0].edits[0].newText).toContain('MFENCE');
  });

  it('have the options of the nearest diptych.json', async () => {
    const client = await started();
    const project = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(project, 'diptych.json'), JSON.stringify({ define: ['FLAG=flag1'], models: ['tso'] }));
    const text = readFileSync(example('mutex.c'), 'utf8').replace('flag1 == 0', 'FLAG == 0');
    const uri = client.open(join(project, 'mutex.c'), text);
    expect(await client.diagnostics(uri, 1)).toEqual([]);
    const found = await client.saveAndSearch(uri, 1);
    expect(found.find(({ code }) => code === 'assertion').data.models).toEqual(['tso']);
    writeFileSync(join(project, 'diptych.json'), '{');
    client.change(uri, 2, `${text}\n`);
    const { params } = await client.until(({ method }) => method === 'window/showMessage');
    expect(params.message).toContain('is no JSON');
  });

  it('give the execution of a finding as data to an editor that draws it', async () => {
    const client = await started({ executionView: true });
    const uri = client.open(example('mutex.c'));
    await client.saveAndSearch(uri, 1);
    await client.request('workspace/executeCommand', { command: 'diptych.showExecution', arguments: [uri] });
    const { params } = await client.until(({ method }) => method === 'diptych/execution');
    expect([params.uri, params.execution.view.model]).toEqual([uri, 'tso']);
    expect(params.execution.view.machine).toHaveLength(params.execution.view.steps.length + 1);
  });

  it('show the execution of a finding as a page', async () => {
    const client = await started();
    const uri = client.open(example('mutex.c'));
    await client.saveAndSearch(uri, 1);
    for (const rule of ['assertion', 'race']) {
      const { result } = await client.request('workspace/executeCommand', {
        command: 'diptych.showExecution',
        arguments: [uri, rule],
      });
      expect(readFileSync(fileURLToPath(result.uri), 'utf8')).toContain('<svg');
    }
  });
});

describe('cancelling', () => {
  const begun = async (client: Client): Promise<{ uri: string; token: unknown }> => {
    const uri = client.open(join(folder, 'endless.c'), endless);
    await client.diagnostics(uri, 1);
    client.save(uri);
    const { params } = await client.until(
      ({ method, params: about }) => method === '$/progress' && about.value.kind === 'report',
    );
    return { uri, token: params.token };
  };

  it('ends what is looked for on save, and its process', async () => {
    const client = await started();
    const { token } = await begun(client);
    const before = descendants(client.process.pid);
    client.notify('window/workDoneProgress/cancel', { token });
    await client.until(isEnd);
    // One of the two, reader and searcher, goes.
    if (isLinux) await eventually(() => before.filter(isAlive).length === 1);
  });

  it('happens with an edit', async () => {
    const client = await started();
    const { uri } = await begun(client);
    client.change(uri, 2, `${endless}\n`);
    await client.until(isEnd);
  });

  it('ends a question that was asked, by its number and by an edit', async () => {
    const client = await started();
    const uri = client.open(join(folder, 'endless.c'), endless);
    const ask = (): { id: number; answer: Promise<Message> } =>
      client.begin('workspace/executeCommand', { command: 'diptych.outcomes', arguments: [uri] });
    const first = ask();
    client.notify('$/cancelRequest', { id: first.id });
    expect((await first.answer).error?.code).toBe(-32800);
    const second = ask();
    client.change(uri, 2, `${endless}\n`);
    expect((await second.answer).error?.code).toBe(-32801);
    // It answers others afterwards.
    const other = client.open(join(root, 'benchmarks', 'litmus', 'SB.litmus'));
    const { result } = await client.request('workspace/executeCommand', {
      command: 'diptych.robust',
      arguments: [other],
    });
    expect(result.title).toBe('no');
  });
});

describe('200 fast edits', () => {
  it('have no answer of an older text', async () => {
    const client = await started();
    const path = join(folder, 'fast.litmus');
    const good = readFileSync(join(root, 'benchmarks', 'litmus', 'SB.litmus'), 'utf8');
    /** Every third version has a mistake, which moves down with its number. */
    const hasMistake = (version: number): boolean => version % 3 === 0;
    const lineOf = (version: number): number => 5 + (version % 7);
    const textOf = (version: number): string => {
      const spaced = good.replace(' MOV [x]', `${'\n'.repeat(version % 7)} MOV [x]`);
      return hasMistake(version) ? spaced.replace('MOV [x]', 'MVO [x]') : spaced;
    };
    const uri = client.open(path, textOf(1));
    for (let version = 2; version <= 200; version++) {
      client.change(uri, version, textOf(version));
      if (version % 10 === 0) client.save(uri);
      if (version % 25 === 0)
        client.begin('workspace/executeCommand', { command: 'diptych.outcomes', arguments: [uri] });
      if (version % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (version % 40 === 0) await client.diagnostics(uri, version);
    }
    const last = 200;
    client.save(uri);
    await client.diagnostics(uri, last, (list) => codes(list).includes('condition'));
    const told = client.received.filter(({ method }) => method === 'textDocument/publishDiagnostics');
    let before = 0;
    for (const { params } of told) {
      expect(params.version).toBeGreaterThanOrEqual(before);
      before = params.version;
      for (const diagnostic of params.diagnostics) {
        // The place of the mistake, or of the condition, in the text of that version.
        const line = diagnostic.range.start.line + 1;
        if (diagnostic.code === 'condition') {
          expect(hasMistake(params.version)).toBe(false);
          expect(textOf(params.version).split('\n')[line - 1]).toContain('exists');
        } else {
          expect([params.version, diagnostic.code, line]).toEqual([
            params.version,
            'unknown-instruction',
            lineOf(params.version),
          ]);
          expect(hasMistake(params.version)).toBe(true);
        }
      }
    }
    expect(before).toBe(last);
    if (isLinux) expect(descendants(client.process.pid).filter(isAlive).length).toBeLessThanOrEqual(2);
  });
});

describe.runIf(isLinux)('the end', () => {
  const busy = async (): Promise<{ client: Client; processes: number[] }> => {
    const client = await started();
    const uri = client.open(join(folder, 'endless.c'), endless);
    await client.diagnostics(uri, 1);
    client.save(uri);
    await client.until(({ method, params }) => method === '$/progress' && params.value.kind === 'report');
    const processes = descendants(client.process.pid);
    expect(processes.length).toBeGreaterThanOrEqual(2);
    return { client, processes };
  };
  const gone = (processes: readonly number[]): Promise<void> => eventually(() => !processes.some(isAlive));

  it('comes with a shutdown, and leaves no process', async () => {
    const { client, processes } = await busy();
    expect(await client.stop()).toBe(0);
    await gone(processes);
  });

  it('comes when the editor closes its end', async () => {
    const { client, processes } = await busy();
    client.process.stdin?.end();
    await gone([client.process.pid ?? 0, ...processes]);
  });

  it('comes to its processes when the server is killed', async () => {
    const { client, processes } = await busy();
    client.process.kill('SIGKILL');
    await gone(processes);
  });
});

it('accepts what editors say at its start', async () => {
  writeFileSync(join(folder, 'readme.txt'), '');
  const client = startClient();
  const { result } = await client.start();
  expect(result.serverInfo.name).toBe('diptych');
  expect(Object.keys(result.capabilities).sort()).toEqual([
    'codeActionProvider',
    'codeLensProvider',
    'definitionProvider',
    'executeCommandProvider',
    'hoverProvider',
    'textDocumentSync',
  ]);
});
