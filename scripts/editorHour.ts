// An hour of work in an editor, played as fast as the language server takes it: how long findings take after a save, and how much
// memory the server and its processes hold before and after. It needs the built command and Linux (/proc).
//
//   npm run measure editor-hour            10,800 edits (three a second), 120 saves
//   npm run measure editor-hour -- 600     so many edits

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, descendants } from '../test/cli/lsp/client.js';

const root = join(import.meta.dirname, '..');
const edits = Number(process.argv[2] ?? 10_800);
const editsPerSave = 90;

/** The programs of the README, and a line of each that an edit changes. */
const files = ['benchmarks/litmus/SB.litmus', 'docs/examples/mutex.c', 'docs/examples/publish.c'];

const residentMb = (pid: number): number => {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
  return (Number(pages) * 4096) / 1e6;
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Seconds of processor that the server and its processes have used. */
const processorSeconds = (client: Client): number =>
  [client.process.pid ?? 0, ...descendants(client.process.pid)].reduce((sum, pid) => {
    const about = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = about.slice(about.lastIndexOf(')') + 2).split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / 100;
  }, 0);

async function latencies(client: Client): Promise<void> {
  for (const name of files) {
    const path = join(root, name);
    const text = readFileSync(path, 'utf8');
    const uri = client.open(path, text);
    await client.diagnostics(uri, 1);
    const took: number[] = [];
    for (let version = 2; version <= 12; version++) {
      client.change(uri, version, `${text}${'\n'.repeat(version)}`);
      await client.diagnostics(uri, version);
      const from = client.received.length;
      const start = performance.now();
      client.save(uri);
      await client.diagnostics(uri, version, (list) => list.length > 0, from);
      took.push(performance.now() - start);
    }
    const [first, ...later] = took;
    const cpu: number[] = [];
    // It is answered behind what the last save asked for.
    await client.request('workspace/executeCommand', { command: 'diptych.races', arguments: [uri] });
    for (let i = 0; i < 5; i++) {
      const before = processorSeconds(client);
      await client.saveAndSearch(uri, 12);
      cpu.push(processorSeconds(client) - before);
    }
    console.log(
      `${name}: first finding ${first.toFixed(0)} ms after the first save, ${median(later).toFixed(0)} ms (median of ${later.length}) after later ones, at most ${Math.max(...later).toFixed(0)} ms; a save takes ${(median(cpu) * 1000).toFixed(0)} ms of processor`,
    );
    client.notify('textDocument/didClose', { textDocument: { uri } });
  }
}

async function hour(client: Client): Promise<void> {
  const path = join(root, 'docs/examples/mutex.c');
  const text = readFileSync(path, 'utf8');
  const uri = client.open(path, text);
  let version = 1;
  const played = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      version++;
      // Every other text has a mistake, as texts have while they are typed.
      client.change(
        uri,
        version,
        version % 2 === 0 ? text.replace('flag0 = 1', `flag0 = ${version}`) : text.replace('flag1', 'flagg'),
      );
      if (version % 10 === 0) await client.diagnostics(uri, version);
      if (version % editsPerSave === 0) {
        const from = client.received.length;
        client.save(uri);
        await client.diagnostics(uri, version, (list) => list.length > 0, from);
      }
      if (version % 500 === 0) client.received.splice(0);
    }
  };
  // Modules that load on first use are loaded by now.
  await played(editsPerSave * 5);
  const report = (when: string): void => {
    const pids = [client.process.pid ?? 0, ...descendants(client.process.pid)];
    const sizes = pids.map((pid) => residentMb(pid));
    console.log(
      `${when}: ${sizes.map((size) => size.toFixed(0)).join(' + ')} MB resident (server, reader, searcher)`,
    );
  };
  report(`after ${version} edits`);
  const start = performance.now();
  await played(edits);
  report(
    `after ${version} edits and ${Math.floor(version / editsPerSave)} saves (${((performance.now() - start) / 1000).toFixed(0)} s)`,
  );
}

const client = new Client(join(root, 'dist', 'bin', 'diptych.cjs'));
await client.start();
await latencies(client);
await hour(client);
const processes = descendants(client.process.pid);
console.log(`exit status ${await client.stop()}; ${processes.length} processes had to end with it`);
