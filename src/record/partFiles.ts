// The logs of runs that go on. Each is named after the process that waits for it, so that what a killed one leaves behind is
// recognised and removed by the next.

import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The name cannot be guessed: the recorder creates the file, and refuses an existing one. */
export const partOf = (trace: string): string =>
  `${trace}.${process.pid}-${randomBytes(6).toString('hex')}.part`;

const partName = /^run-\d+(?:-\d+)?\.trace\.(?:(\d+)-[0-9a-f]+\.)?part(\.maps)?$/;

/** Removes what processes have left in the folder that are gone. */
export function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const owner = partName.exec(name);
    if (owner === null || (owner[1] !== undefined && isAlive(Number(owner[1])))) continue;
    rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
