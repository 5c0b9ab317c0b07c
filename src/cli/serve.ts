// `diptych serve`: the playground on this computer. It serves one folder, to this computer alone unless told otherwise.

import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { diagnosticText } from '../report/diagnostic.js';
import { createStyle } from '../report/style.js';
import type { Diagnostic } from '../support/diagnostic.js';
import { type Io, wantsColours } from './io.js';
import { type Status, status } from './status.js';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly open: boolean;
}

/** The path resolves from src/cli as well as from dist. */
const builtSite = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'site');

export function defineServe(parent: Command): Command {
  return parent
    .command('serve')
    .summary('open the playground in a browser')
    .description(
      'Serves the playground: an editor for litmus tests and C programs, live answers of both engines, graphs of executions, and steps that one can choose. Everything runs in the browser.',
    )
    .addOption(
      new Option('--port <n>', 'where to listen; 0 for any that is free').argParser(parsePort).default(4321),
    )
    .option('--host <address>', 'address to listen on; the default admits this computer only', '127.0.0.1')
    .option('--no-open', 'do not open a browser');
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}

/** Runs until it is interrupted, which is its regular end. */
export async function serve(options: ServeOptions, io: Io, site = builtSite): Promise<Status> {
  const style = createStyle(wantsColours(io.stderr, io.env));
  if (!existsSync(join(site, 'index.html'))) {
    const diagnostic: Diagnostic = {
      code: 'no-site',
      message: 'the playground has not been built',
      hint: 'in a clone, npm ci builds it, and npm run build:site builds it again',
    };
    io.stderr.write(diagnosticText(diagnostic, undefined, style));
    return status.badInput;
  }
  const server = createServer((request, response) => answer(site, request, response));
  try {
    await listening(server, options);
  } catch (error) {
    const message = `cannot listen on ${options.host}:${options.port}: ${error instanceof Error ? error.message : String(error)}`;
    io.stderr.write(
      diagnosticText(
        { code: 'cannot-listen', message, hint: '--port 0 takes any port that is free' },
        undefined,
        style,
      ),
    );
    return status.badInput;
  }
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}/`;
  const ended = new Promise<void>((resolve) => {
    server.on('close', () => resolve());
    io.onInterrupt?.(() => {
      server.close();
      server.closeAllConnections();
    });
  });
  io.stdout.write(`the playground is at ${url} (Ctrl-C ends it)\n`);
  if (options.open) openBrowser(url);
  await ended;
  return status.holds;
}

const listening = (server: Server, { port, host }: ServeOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** Scripts, styles and data of this page alone; styles of the editor and of pictures are written by scripts. */
const headers: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'; worker-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** The file of the site that a request means, if it is one. */
export function siteFile(folder: string, url: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const file = normalize(join(folder, path === '/' ? 'index.html' : path));
  if (!file.startsWith(folder + sep)) return undefined;
  if (existsSync(file)) return statSync(file).isFile() ? file : undefined;
  return file === join(folder, solverFile) ? installedSolver() : undefined;
}

/** The page fetches Z3 under this name. A hosted copy of the page holds the file; otherwise the installed package has it. */
const solverFile = 'z3-built.wasm';

function installedSolver(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`z3-solver/build/${solverFile}`);
  } catch {
    return undefined;
  }
}

/** The build writes FILE.gz beside each text file: a browser that accepts gzip gets that one. */
function compressed(file: string, { headers }: IncomingMessage): string | undefined {
  const packed = `${file}.gz`;
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) && existsSync(packed) ? packed : undefined;
}

function answer(site: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
    return;
  }
  const file = siteFile(site, request.url ?? '/');
  if (file === undefined) {
    response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('not found\n');
    return;
  }
  const packed = compressed(file, request);
  const { size, mtimeMs } = statSync(packed ?? file);
  const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const caching = {
    // Names of files in assets/ contain a hash of their content.
    'Cache-Control': file.startsWith(join(site, 'assets') + sep)
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
  };
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, { ...headers, ...caching }).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    ...caching,
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': size,
    ...(packed === undefined ? {} : { 'Content-Encoding': 'gzip' }),
  });
  if (request.method === 'HEAD') response.end();
  // If the connection or the file is gone, no client is left to tell.
  else pipeline(createReadStream(packed ?? file), response, () => {});
}

function openBrowser(url: string): void {
  const command =
    process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
