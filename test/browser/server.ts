// The built command, serving the built page.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

export const siteIsBuilt = existsSync('dist/site/index.html') && existsSync('dist/bin/diptych.cjs');

export interface Served {
  readonly address: string;
  stop(): void;
}

export async function serveSite(command = 'dist/bin/diptych.cjs'): Promise<Served> {
  const server = spawn(process.execPath, [command, 'serve', '--port', '0', '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    server.on('exit', () => reject(new Error(`${command} serve has ended`)));
    server.stdout.on('data', (data: Buffer) => {
      const found = /http:\S+/.exec(data.toString());
      if (found !== null) resolve(found[0]);
    });
  });
  return { address, stop: () => void server.kill() };
}
