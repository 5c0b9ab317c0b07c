// The processes that a program leaves behind: in groups and sessions of their own, and without their parent. On Linux they are found by a
// word in their environment that only they have inherited, and by their parents, which are looked at while the program runs. A
// process is never known by its number alone, which the system gives again.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const variable = 'DIPTYCH_RUN';

/** A process may start others while it is looked for: then they are looked for again. */
const mostRounds = 50;

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

  /** `thoroughly`: also if their numbers are below that of the program, which happens when numbers begin anew. */
  kill(thoroughly: boolean): void {
    this.look();
    for (let round = 0; round < mostRounds; round++) {
      const left = this.#left(thoroughly);
      for (const pid of left) end(pid);
      if (left.length === 0) return;
    }
  }

  #left(thoroughly: boolean): number[] {
    const root = this.#root ?? 0;
    const word = `${variable}=${this.#token}`;
    return processes().filter((pid) => {
      if (pid === process.pid) return false;
      const known = this.#seen.get(pid);
      if (known !== undefined && known === startOf(pid)) return isAlive(pid);
      return (thoroughly || pid >= root) && environmentOf(pid).includes(word) && isAlive(pid);
    });
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, or is no longer ours to end.
  }
}

const text = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

function processes(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

const environmentOf = (pid: number): readonly string[] => text(`/proc/${pid}/environ`).split('\0');

const childrenOf = (pid: number): number[] =>
  text(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .flatMap((number) => (number === '' ? [] : [Number(number)]));

/** The name of a program may have spaces and brackets: fields are counted behind the last one. */
const fieldsOf = (pid: number): readonly string[] => {
  const about = text(`/proc/${pid}/stat`);
  return about.slice(about.lastIndexOf(')') + 2).split(' ');
};

const startOf = (pid: number): string | undefined => fieldsOf(pid)[19];

/** A process that has ended, and that its parent has not looked after, needs no end. */
const isAlive = (pid: number): boolean => !['Z', 'X', ''].includes(fieldsOf(pid)[0] ?? '');
