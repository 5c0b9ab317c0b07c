// The machine code of glibc for x86-64, for machines that cannot run it. A path that is said to have no locked instruction must exist: some way
// from the beginning of the function to its return meets none. A path that is said to have one must have one to meet. Calls that the
// function makes count; how often a loop runs, and which branch an argument takes, is not known here.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Row } from './strength/index.js';

interface Instruction {
  readonly next: number;
  readonly kind: 'plain' | 'locked' | 'return' | 'jump' | 'branch' | 'call' | 'unknown';
  readonly target?: number;
}

interface Code {
  readonly at: ReadonlyMap<number, Instruction>;
  readonly functions: ReadonlyMap<string, number>;
}

interface CodeJudgement {
  readonly row: Row;
  readonly functionName: string;
  readonly problem?: string;
}

/** Where Debian puts it, also that of a cross compiler. */
const libraries = ['/lib/x86_64-linux-gnu/libc.so.6', '/usr/x86_64-linux-gnu/lib/libc.so.6'];
const disassemblers = ['x86_64-linux-gnu-objdump', 'objdump'];

/** Calls within calls that are followed. */
const deepest = 4;

/** Its instructions, and the table of its exports: several names may have one address. */
function disassembled(): { readonly listing: string; readonly symbols: string } | undefined {
  const library = libraries.find((path) => existsSync(path));
  if (library === undefined) return undefined;
  for (const command of disassemblers)
    try {
      const run = (...args: string[]): string =>
        execFileSync(command, [...args, library], {
          encoding: 'utf8',
          maxBuffer: 1 << 30,
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      return { listing: run('-d', '--no-show-raw-insn', '-w'), symbols: run('-T') };
    } catch {
      // the next one
    }
  return undefined;
}

/** A barrier of Linux on the way: a futex call is one; other calls are taken for one that is not. */
const isLocked = (text: string): boolean =>
  /^lock /.test(text) || /^xchg .*\(/.test(text) || /^[ml]fence|^sfence/.test(text);

function instructionOf(text: string, next: number): Instruction {
  const target = /^\w+\s+(?:\S+,)?([0-9a-f]+) </.exec(text)?.[1];
  const to = target === undefined ? {} : { target: Number.parseInt(target, 16) };
  const plain = text.replace(/^(?:bnd|notrack|rep|repz|repnz) /, '');
  if (isLocked(plain)) return { next, kind: 'locked' };
  if (/^ret/.test(plain)) return { next, kind: 'return' };
  if (/^jmp/.test(plain)) return { next, kind: target === undefined ? 'unknown' : 'jump', ...to };
  if (/^j/.test(plain)) return { next, kind: 'branch', ...to };
  if (/^call/.test(plain)) return { next, kind: 'call', ...to };
  return { next, kind: /^(?:hlt|ud2)/.test(plain) ? 'unknown' : 'plain' };
}

function readCode(listing: string, symbols: string): Code {
  const functions = new Map<string, number>();
  // older versions of a function stand in brackets
  for (const [, address, name] of symbols.matchAll(/^([0-9a-f]+) .*\.text\s+[0-9a-f]+ {2}[\w.]+\s+(\w+)$/gm))
    functions.set(name, Number.parseInt(address, 16));
  const lines = [...listing.matchAll(/^\s+([0-9a-f]+):\s+(.*?)\s*$/gm)].map(
    ([, address, text]) => [Number.parseInt(address, 16), text] as const,
  );
  const at = new Map<number, Instruction>();
  lines.forEach(([address, text], i) => {
    at.set(address, instructionOf(text, lines[i + 1]?.[0] ?? -1));
  });
  return { at, functions };
}

/** Whether some way from `start` to a return meets no locked instruction. */
function hasPlainPath({ at }: Code, start: number, depth = 0, known = new Map<number, boolean>()): boolean {
  const decided = known.get(start);
  if (decided !== undefined || depth > deepest) return decided ?? true;
  known.set(start, true);
  const seen = new Set<number>();
  const open = [start];
  let found = false;
  for (let address = open.pop(); address !== undefined && !found; address = open.pop()) {
    const instruction = at.get(address);
    if (instruction === undefined || seen.has(address)) continue;
    seen.add(address);
    const { kind, next, target } = instruction;
    if (kind === 'return') found = true;
    if (kind === 'plain' || kind === 'branch') open.push(next);
    if ((kind === 'branch' || kind === 'jump') && target !== undefined) open.push(target);
    if (
      kind === 'call' &&
      (target === undefined || hasPlainPath({ at, functions: new Map() }, target, depth + 1, known))
    )
      open.push(next);
  }
  known.set(start, found);
  return found;
}

/** Whether some way from `start` meets a locked instruction. */
function meetsLocked({ at }: Code, start: number, depth = 0, seen = new Set<number>()): boolean {
  const open = [start];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    const instruction = at.get(address);
    if (instruction === undefined || seen.has(address)) continue;
    seen.add(address);
    const { kind, next, target } = instruction;
    if (kind === 'locked') return true;
    if (kind === 'plain' || kind === 'branch' || kind === 'call') open.push(next);
    if ((kind === 'branch' || kind === 'jump') && target !== undefined) open.push(target);
    if (
      kind === 'call' &&
      target !== undefined &&
      depth < deepest &&
      meetsLocked({ at, functions: new Map() }, target, depth + 1, seen)
    )
      return true;
  }
  return false;
}

/** Undefined where there is no such library, or nothing to disassemble it with. */
export function judgeCode(rows: readonly Row[]): readonly CodeJudgement[] | undefined {
  const found = disassembled();
  if (found === undefined) return undefined;
  const code = readCode(found.listing, found.symbols);
  return rows.flatMap((row): CodeJudgement[] => {
    const [functionName] = row.functions;
    const start = code.functions.get(functionName);
    if (start === undefined || row.x86 === 'call' || row.x86 === 'fence') return [];
    if (row.x86 === 'locked')
      return meetsLocked(code, start)
        ? [{ row, functionName }]
        : [{ row, functionName, problem: 'no locked instruction is reached' }];
    return hasPlainPath(code, start)
      ? [{ row, functionName }]
      : [{ row, functionName, problem: 'every way to its return has a locked instruction' }];
  });
}
