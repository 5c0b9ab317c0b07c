// Files of LLVM IR as one module. Names with internal linkage belong to their file; where two files have the same one, the second gets
// another name. Only what a program reaches from main is emitted; of a file without main, all.

import type { Layout, LayoutName } from '../../../module/layout.js';
import type { Func, Global, Module } from '../../../module/module.js';
import type { Type } from '../../../module/type.js';
import { present } from '../../../support/present.js';
import { DebugInformation } from '../debug/index.js';
import { Types } from '../layout.js';
import type { FileSyntax } from '../syntax.js';
import { emitFunction } from './functions.js';
import { emitGlobal } from './globals.js';
import { type Unit, unsupported } from './unit.js';

export interface EmitOptions {
  /** All of it belongs to the library's model. */
  readonly model?: boolean;
  /** The texts were compiled: the name of each file's source, for diagnostics. */
  readonly madeFrom?: ReadonlyMap<string, string>;
  /** Whether a weak compare-exchange may fail by chance; true if absent. */
  readonly failsByChance?: boolean;
  /** The text of a source file that debug information names, with the folder in which the compiler ran. */
  readonly sourceText?: (file: string, folder: string | undefined) => string | undefined;
}

export function emitModule(files: readonly FileSyntax[], options: EmitOptions = {}): Module {
  const linker = new Linker(files, options);
  return linker.module();
}

interface Wanted {
  readonly unit: Unit;
  readonly name: string;
}

class Linker {
  readonly #units: readonly Unit[];
  readonly #model: boolean;
  readonly #sourceText: EmitOptions['sourceText'];
  readonly #layouts = new Map<LayoutName, Layout>();
  readonly #globals = new Map<string, Global>();
  readonly #functions = new Map<string, Func>();
  /** By name in the module: where it is defined, or declared if it is nowhere defined. */
  readonly #wanted = new Map<string, Wanted>();
  readonly #queue: [name: string, wanted: Wanted][] = [];
  /** Internal names that two files have. */
  readonly #internal = new Map<string, Unit>();

  constructor(files: readonly FileSyntax[], options: EmitOptions) {
    const { model = false, madeFrom, sourceText, failsByChance = true } = options;
    this.#model = model;
    this.#sourceText = sourceText;
    this.#units = files.map((file) => this.#unit(file, failsByChance, madeFrom?.get(file.file)));
  }

  #unit(file: FileSyntax, failsByChance: boolean, madeFrom: string | undefined): Unit {
    const unit: Unit = {
      file,
      types: new Types(file),
      debug: new DebugInformation(file, this.#layouts),
      failsByChance,
      blocks: new Map(),
      use: (name) => this.#use(unit, name),
      external: (name, takes, returns) => this.#external(name, takes, returns),
      ...present({ madeFrom }),
    };
    return unit;
  }

  module(): Module {
    const own = this.#units.find(({ file }) => file.functions.get('main')?.body !== undefined);
    // Places in the file of main name no file, whichever unit they are in.
    const ownPlaces = (own ?? this.#units[0])?.debug.places;
    for (const { debug } of this.#units) if (debug.exists) debug.places.own = ownPlaces?.own;
    for (const unit of this.#units) this.#useRoots(unit, own !== undefined && !this.#model);
    const constructors = this.#units.flatMap((unit) => this.#inOrder(unit, 'llvm.global_ctors'));
    const destructors = this.#units.flatMap((unit) => this.#inOrder(unit, 'llvm.global_dtors')).reverse();
    for (const [name, { unit, name: original }] of this.#queue) this.#emit(unit, original, name);
    return {
      layouts: this.#layouts,
      globals: this.#globals,
      functions: this.#functions,
      threads: [],
      constructors,
      destructors,
      ...present({ source: this.#source(own ?? this.#units[0]) }),
    };
  }

  /** The file of places that name none: the source of main, or this text where nothing is said of it. */
  #source(unit: Unit | undefined): Module['source'] {
    if (unit === undefined) return undefined;
    const { debug, file } = unit;
    const source = debug.places.own;
    if (source === undefined) return { file: file.file, text: file.text };
    return { file: source, text: this.#sourceText?.(source, debug.places.folder()) ?? '' };
  }

  #useRoots(unit: Unit, hasMain: boolean): void {
    const { functions, globals } = unit.file;
    if (hasMain) {
      if (functions.get('main')?.body !== undefined) unit.use('main');
      // A final state shows all variables of the program, used or not.
      for (const global of globals.values())
        if (global.initial !== undefined && !global.constant && unit.debug.isFileScope(global))
          unit.use(global.name);
      return;
    }
    for (const f of functions.values()) if (f.body !== undefined) unit.use(f.name);
    for (const global of globals.values())
      if (global.initial !== undefined && !global.name.startsWith('llvm.')) unit.use(global.name);
  }

  #use(unit: Unit, name: string): string {
    const internal = isInternal(unit, name);
    const own = internal ? this.#internalName(unit, name) : name;
    if (!this.#wanted.has(own)) {
      const wanted = internal ? { unit, name } : this.#definition(unit, name);
      this.#wanted.set(own, wanted);
      this.#queue.push([own, wanted]);
    }
    return own;
  }

  /** The name of a thing that only its file sees: another one where some file has that name already. */
  #internalName(unit: Unit, name: string): string {
    for (let own = name, n = 2; ; own = `${name}.${n++}`) {
      const holder = this.#internal.get(own);
      if (holder === unit) return own;
      const isTaken =
        holder !== undefined ||
        this.#units.some((other) => !isInternal(other, own) && defines(other, own) !== undefined);
      if (isTaken) continue;
      this.#internal.set(own, unit);
      return own;
    }
  }

  /** A strong definition, else a weak one, else the declaration. */
  #definition(unit: Unit, name: string): Wanted {
    const found = this.#units
      .filter((other) => !isInternal(other, name))
      .map((other) => ({ unit: other, strength: defines(other, name) }));
    const best =
      found.find(({ strength }) => strength === 'strong') ??
      found.find(({ strength }) => strength === 'weak');
    return { unit: best?.unit ?? unit, name };
  }

  /** A function that no file names, such as one of the mathematical library. */
  #external(name: string, takes: readonly Type[], returns: readonly Type[]): string {
    const holder = this.#units.find((unit) => unit.file.functions.has(name));
    if (holder !== undefined) return holder.use(name);
    if (!this.#functions.has(name)) this.#functions.set(name, { name, takes, returns });
    return name;
  }

  #emit(unit: Unit, original: string, name: string): void {
    const f = unit.file.functions.get(original);
    const global = unit.file.globals.get(original);
    if (f !== undefined) this.#functions.set(name, emitFunction(unit, f, name, this.#model));
    else if (global !== undefined) this.#globals.set(name, emitGlobal(unit, global, name, this.#model));
    else unsupported(unit, 0, `@${original}, which is not declared,`);
  }

  /** Functions with priorities, the lowest first: those before main in this order, those after it in the reverse one. */
  #inOrder(unit: Unit, name: string): string[] {
    const list = unit.file.globals.get(name)?.initial;
    if (list?.kind !== 'aggregate') return [];
    return list.elements
      .flatMap((entry) => {
        if (entry.kind !== 'aggregate') return [];
        const [priority, f] = entry.elements;
        return f.kind === 'global'
          ? [
              {
                name: unit.use(f.name),
                priority: priority.kind === 'integer' ? Number(priority.value) : 65535,
              },
            ]
          : [];
      })
      .sort((a, b) => a.priority - b.priority)
      .map(({ name }) => name);
  }
}

const isInternal = ({ file }: Unit, name: string): boolean => {
  const linkage = (file.functions.get(name) ?? file.globals.get(name))?.linkage;
  return linkage === 'internal' || linkage === 'private';
};

/** Whether the file defines what the name stands for. */
function defines({ file }: Unit, name: string): 'strong' | 'weak' | undefined {
  const f = file.functions.get(name);
  const global = file.globals.get(name);
  if (f?.body === undefined && global?.initial === undefined) return undefined;
  return /^(?:weak|linkonce|available_externally|common)/.test((f ?? global)?.linkage ?? '')
    ? 'weak'
    : 'strong';
}
