// Completes package-lock.json, or the lock file that an argument names, after `npm install`: npm leaves out the optional packages of other platforms that it could
// not look up, and then `npm ci` refuses the lock. Each is named with its exact version by the package that wants it, and
// its name says the platform, so the entry can be written without asking anybody.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const systems = new Set([
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]);
const processors = new Set([
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]);

const [, , name = 'package-lock.json'] = process.argv;
const file = join(dirname(fileURLToPath(import.meta.url)), '..', name);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const packages = lock.packages;

let added = 0;
for (const owner of Object.values(packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (packages[key] !== undefined || !/^\d+\.\d+\.\d+$/.test(version)) continue;
    const words = name.split(/[/-]/);
    const os = words.filter((word) => systems.has(word));
    const cpu = words.filter((word) => processors.has(word));
    packages[key] = {
      version,
      ...(cpu.length === 0 ? {} : { cpu }),
      ...(owner.dev === true ? { dev: true } : {}),
      optional: true,
      ...(os.length === 0 ? {} : { os }),
    };
    added++;
  }
}
// An entry without a hash would be installed whatever the registry sends: the registry is asked for those that are missing.
let missing = 0;
for (const [path, entry] of Object.entries(packages)) {
  if (path === '' || entry.link === true || entry.integrity !== undefined) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const asked = spawnSync('npm', ['view', `${name}@${entry.version}`, 'dist.integrity'], {
    encoding: 'utf8',
  });
  const integrity = asked.status === 0 ? asked.stdout.trim() : '';
  if (/^sha512-[A-Za-z0-9+/=]+$/.test(integrity)) entry.integrity = integrity;
  else {
    missing++;
    process.stderr.write(`no hash of ${name}@${entry.version}: this registry does not have it\n`);
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} entries added, ${missing} without a hash\n`);
