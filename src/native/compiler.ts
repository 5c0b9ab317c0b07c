// The C compiler of this computer.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch } from 'node:process';
import { InputError } from '../support/diagnostic.js';

/** A compiler, and how what it makes is run here. */
export interface Toolchain {
  readonly compiler: string;
  /** The architecture it compiles for, in the compiler's words: x86_64, aarch64. */
  readonly architecture: string;
  /** An emulator, if that is not this computer's. */
  readonly emulator?: string;
  /** For x86 tests on AArch64: they run as instructions of this processor that keep the order of x86, these or those (runtime/litmus-tso.h). */
  readonly mapping?: 'acquire and release' | 'barriers';
}

/** The architecture of this computer in the compilers' words. */
const host = { x64: 'x86_64', arm64: 'aarch64' }[arch as string] ?? arch;

/** TSO is what x86 does: elsewhere a state that TSO forbids is no contradiction, unless the test was mapped so that its order is kept. */
export const isTso = ({ architecture, mapping }: Toolchain): boolean =>
  mapping !== undefined || /^(x86_64|i\d86)$/.test(architecture);

/** The compiler named by CC, else the first usual one that answers. An x86 test can be mapped to AArch64. */
export function findToolchain(wanted: 'any' | 'x86 test', env: NodeJS.ProcessEnv = process.env): Toolchain {
  const candidates =
    env.CC === undefined || env.CC === ''
      ? ['gcc', 'clang', 'cc', ...(wanted === 'x86 test' ? ['x86_64-linux-gnu-gcc'] : [])]
      : [env.CC];
  let found = false;
  for (const compiler of candidates) {
    const asked = spawnSync(compiler, ['-dumpmachine'], { encoding: 'utf8' });
    if (asked.status !== 0) continue;
    found = true;
    const architecture = asked.stdout.trim().split('-')[0];
    if (wanted === 'x86 test' && architecture === 'aarch64' && host === 'aarch64')
      return { compiler, architecture, mapping: hasRcpc() ? 'acquire and release' : 'barriers' };
    if (wanted === 'x86 test' && architecture !== 'x86_64') continue;
    if (architecture === host) return { compiler, architecture };
    const emulator = [`qemu-${architecture}`, `qemu-${architecture}-static`].find(answers);
    if (emulator !== undefined) return { compiler, architecture, emulator };
  }
  throw new InputError(
    found
      ? {
          code: 'no-processor',
          message: `this computer is ${host}: an x86 test needs x86_64-linux-gnu-gcc and qemu-x86_64 here`,
          hint: 'on Debian: apt-get install gcc-x86-64-linux-gnu qemu-user',
        }
      : {
          code: 'no-compiler',
          message: `this needs a C compiler, and ${candidates.join(', ')} ${candidates.length === 1 ? 'does' : 'do'} not answer`,
          hint: 'install gcc or clang (on Debian: apt-get install gcc libc6-dev), or name one in CC',
        },
  );
}

/** Whether the processor has loads that acquire and may overtake stores that release. */
function hasRcpc(): boolean {
  try {
    return /^Features.*\blrcpc\b/m.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return false;
  }
}

const answers = (command: string): boolean =>
  spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
