// A process of its own, started once per installation. It answers questions with V8's best compiler of WebAssembly,
// keeps the code, lets another process try it, and installs it if that process succeeds.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { KeptFiles } from './keptFiles.js';
import { type Compiler, loadProgram, placesOf } from './program.js';
import { WasmCode } from './wasmCode.js';

interface Practice {
  readonly lessons: readonly (readonly string[])[];
  readonly trials: readonly (readonly string[])[];
  practise(lesson: readonly string[]): Promise<unknown>;
}

/** No other process waits for this one or would end it, so it ends itself after this time. */
const mostMs = 120_000;
const mostTrialMs = 60_000;
const trialPrefix = 'trial-';

type Learned = readonly [name: string, bytes: Uint8Array<ArrayBuffer>, module: WebAssembly.Module];

async function practise(lessons: number): Promise<void> {
  const places = placesOf(__dirname, process.env);
  const target = places?.files.target;
  if (places === undefined || target === undefined) return;
  setPriority(19);
  // An earlier practice may have reached its time limit during its trials.
  for (const name of readdirSync(target).filter((name) => name.startsWith(trialPrefix)))
    rmSync(join(target, name), { recursive: true, force: true });
  const learned: Learned[] = [];
  setFlagsFromString('--no-liftoff');
  const compiler: Compiler = async (name, bytes, compile) => {
    const module = await compile();
    learned.push([name, bytes, module]);
    return module;
  };
  const program = loadProgram(__dirname, process.env, { compiler });
  const practice = program.enter('cli/practice');
  if (!isPractice(practice)) return;
  for (const lesson of practice.lessons.slice(0, lessons)) await practice.practise(lesson);
  // Undoes the effect of the first flag.
  setFlagsFromString('--liftoff');
  setFlagsFromString('--wasm-dynamic-tiering');
  const trial = mkdtempSync(join(target, trialPrefix));
  try {
    const code = new WasmCode(new KeptFiles([{ path: trial, foreign: false }]), places.key);
    for (const item of learned) code.keep(...item);
    const made = readdirSync(trial);
    // A trial does not practise, and does its work here.
    const env = {
      ...process.env,
      DIPTYCH_CODE_CACHE: trial,
      DIPTYCH_PRACTICE: 'off',
      DIPTYCH_REDIS: 'here',
    };
    const ends = practice.trials.slice(0, lessons).map(
      (lesson) =>
        spawnSync(process.execPath, [...process.execArgv, join(__dirname, 'diptych.cjs'), ...lesson], {
          env,
          stdio: 'ignore',
          timeout: mostTrialMs,
          killSignal: 'SIGKILL',
        }).signal,
    );
    if (ends.every((signal) => signal === null))
      for (const name of made) renameSync(join(trial, name), join(target, name));
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

/** On a thread of its own: this one may be compiling. */
function endAfter(ms: number): void {
  const { pid } = process;
  const code = `setTimeout(() => process.kill(${pid}, 'SIGKILL'), ${ms})`;
  new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}

function isPractice(value: unknown): value is Practice {
  return (
    typeof value === 'object' &&
    value !== null &&
    'practise' in value &&
    'lessons' in value &&
    'trials' in value
  );
}

endAfter(mostMs);
void practise(Number(process.env.DIPTYCH_PRACTICE ?? Number.POSITIVE_INFINITY));
