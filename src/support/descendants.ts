// The processes that a program leaves behind: in groups and sessions of their own, and without their parent. On Linux they are found by a
// word in their environment that only they have inherited, and by their parents, which are looked at while the program runs. A
// process is never known by its number alone, which the system gives again.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const variable = 'DIPTYCH_RUN';

/** A process may start others while it is looked for: then they are looked for again. */
const mostRounds = 50;
/**
 * A process may start another and end while the list of processes is read, and then neither of the two is found.
 * The list that shows nothing is therefore read again.
 */
const quietRounds = 3;

export class Descendants {
  readonly #token = `${process.pid}-${randomBytes(12).toString('hex')}`;
  /** When each process that was seen was started, by its number. */
  readonly #seen = new Map<number, string>();
  #root: number | undefined;

  /** The program's environment. */
  get environment(): Readonly<Record<string, string>> {
    return { [variable]: this.#token };
  }

  follow(root: number | undefined): void {
    this.#root = root;
  }

  /** Notes which processes there are now, before they lose their parents. */
  look(): void {
    if (this.#root !== undefined) this.#note(this.#root);
  }

  #note(parent: number): void {
    for (const child of childrenOf(parent)) {
      const started = startOf(child);
      if (started === undefined) continue;
      this.#seen.set(child, started);
      this.#note(child);
    }
  }

  kill(): void {
    this.look();
    let quiet = 0;
    for (let round = 0; round < mostRounds && quiet < quietRounds; round++) {
      const { left, unclear } = this.#left();
      for (const pid of left) end(pid);
      quiet = left.length === 0 && !unclear ? quiet + 1 : 0;
    }
  }

  /** `unclear`: a process may be one of them, but is just becoming another program and has no environment yet. */
  #left(): { left: number[]; unclear: boolean } {
    const root = this.#root ?? 0;
    // Processes of the program have numbers above its own, unless numbers have begun anew since it was started.
    const least = newestProcess() < root ? 0 : root;
    const word = `${variable}=${this.#token}`;
    let unclear = false;
    const left = processes().filter((pid) => {
      if (pid === process.pid) return false;
      const known = this.#seen.get(pid);
      if (known !== undefined && known === startOf(pid)) return isAlive(pid);
      if (pid < least) return false;
      const environment = text(`/proc/${pid}/environ`);
      if (environment === '') unclear ||= isAlive(pid) && !isOfKernel(pid);
      return environment?.split('\0').includes(word) === true && isAlive(pid);
    });
    return { left, unclear };
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, or is no longer ours to end.
  }
}

/** Nothing if it is not there, or not ours to read. */
const text = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
};

function processes(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/** The number that was given last. */
const newestProcess = (): number => Number(text('/proc/loadavg')?.trim().split(' ').at(-1));

const childrenOf = (pid: number): number[] =>
  (text(`/proc/${pid}/task/${pid}/children`) ?? '')
    .split(' ')
    .flatMap((number) => (number === '' ? [] : [Number(number)]));

/** The name of a program may have spaces and brackets: fields are counted behind the last one. */
const fieldsOf = (pid: number): readonly string[] => {
  const about = text(`/proc/${pid}/stat`) ?? '';
  return about.slice(about.lastIndexOf(')') + 2).split(' ');
};

const startOf = (pid: number): string | undefined => fieldsOf(pid)[19];

/** A process that has ended, and that its parent has not looked after, needs no end. */
const isAlive = (pid: number): boolean => !['Z', 'X', ''].includes(fieldsOf(pid)[0] ?? '');

const kernelThread = 0x0020_0000;
const isOfKernel = (pid: number): boolean => (Number(fieldsOf(pid)[6]) & kernelThread) !== 0;
