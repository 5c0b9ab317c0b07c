// Which files the playground's server gives away. The page itself is tested in a browser (npm run test:browser).

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve, siteFile } from '../../src/cli/serve.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-site-'));
  mkdirSync(join(folder, 'site', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret'), '');
  writeFileSync(join(folder, 'site', 'index.html'), '');
  writeFileSync(join(folder, 'site', 'assets', 'a b.js'), '');
  writeFileSync(join(folder, 'site', 'assets', 'packed.js'), 'plain');
  writeFileSync(join(folder, 'site', 'assets', 'packed.js.gz'), gzipSync('packed'));
  writeFileSync(join(folder, 'site', 'assets', 'large.js'), 'x'.repeat(50_000_000));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives files of its folder and nothing else', () => {
  const site = join(folder, 'site');
  expect(siteFile(site, '/')).toBe(join(site, 'index.html'));
  expect(siteFile(site, '/assets/a%20b.js?v=1')).toBe(join(site, 'assets', 'a b.js'));
  for (const url of ['/../secret', '/..%2fsecret', '/assets', '/%00', '/%', '/assets/../../secret'])
    expect(siteFile(site, url)).toBeUndefined();
});

it('takes Z3 from the installed package where the folder has no copy', () => {
  const site = join(folder, 'site');
  expect(siteFile(site, '/z3-built.wasm')).toMatch(/z3-solver.build.z3-built\.wasm$/);
  expect(siteFile(site, '/assets/z3-built.wasm')).toBeUndefined();
  writeFileSync(join(site, 'z3-built.wasm'), '');
  expect(siteFile(site, '/z3-built.wasm')).toBe(join(site, 'z3-built.wasm'));
});

it('ends at once when it is interrupted, also with connected clients, and frees its port', async () => {
  let said = '';
  let interrupt = (): void => {};
  let ended: Promise<number> | undefined;
  const told = new Promise<void>((resolve) => {
    const stdout = {
      write(text: string): void {
        said += text;
        resolve();
      },
    };
    const onInterrupt = (raise: () => void): (() => void) => {
      interrupt = raise;
      return () => {};
    };
    const io = { stdout, stderr: { write: () => {} }, env: {}, onInterrupt };
    ended = serve({ port: 0, host: '127.0.0.1', open: false }, io, join(folder, 'site'));
  });
  await told;
  const port = Number(/:(\d+)\//.exec(said)?.[1]);
  // One that waits with its connection, one that says nothing, and one that has read the beginning of a large answer.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  // The packed file where the client takes it, and nothing where the client has it.
  const script = `http://127.0.0.1:${port}/assets/packed.js`;
  const packed = await fetch(script);
  expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['gzip', 'packed']);
  const plain = await fetch(script, { headers: { 'accept-encoding': 'identity' } });
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'plain']);
  const tag = plain.headers.get('etag') ?? '';
  const again = await fetch(script, { headers: { 'accept-encoding': 'identity', 'if-none-match': tag } });
  expect(again.status).toBe(304);
  const silent = connect(port, '127.0.0.1');
  const slow = connect(port, '127.0.0.1').once('data', () => slow.pause());
  slow.write('GET /assets/large.js HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const cut = [silent, slow].map((socket) => {
    socket.on('error', () => {});
    return once(socket, 'close');
  });
  await once(slow, 'data');
  interrupt();
  expect(await ended).toBe(0);
  slow.resume();
  await Promise.all(cut);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});
