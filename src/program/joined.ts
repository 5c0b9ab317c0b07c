// Which threads a thread has joined when it ends: its code is followed as far as it depends on nothing that
// is read. Where it does, what the branches and loops in question do is unknown, and starting or joining in them is given up.

import { type Expr, evaluate, forEachNode } from './expression.js';
import type { ThreadId } from './identity.js';
import type { Integer } from './integer.js';
import type { Program } from './program.js';
import { forEachStatement, type Statement, writtenIn } from './statement.js';

const mostSteps = 10_000;

/** The threads that `thread` has joined for certain when it ends. */
export function joinedBy(program: Program, thread: ThreadId): ReadonlySet<Integer> {
  const course = new Course(program.threads[thread].registers);
  return course.follow(program.threads[thread].body) === undefined ? new Set() : course.joined;
}

/** How a list of statements ends: at its end, or with a jump to a label; undefined if it is not known. */
type Ending = 'end' | { readonly jump: 'break' | 'continue'; readonly label: string } | undefined;

class Course {
  readonly joined = new Set<Integer>();
  readonly #known: Map<string, Integer>;
  readonly #unknown = new Set<string>();
  #steps = 0;

  constructor(registers: Program['threads'][number]['registers']) {
    this.#known = new Map();
    for (const [name, value] of registers)
      if (typeof value === 'object') this.#unknown.add(name);
      else this.#known.set(name, value);
  }

  follow(body: readonly Statement[]): Ending {
    for (const s of body) {
      if (this.#steps++ > mostSteps) return undefined;
      const ending = this.#statement(s);
      if (ending !== 'end') return ending;
    }
    return 'end';
  }

  #statement(s: Statement): Ending {
    switch (s.kind) {
      case 'assign':
        this.#set(s.target, this.#value(s.value));
        return 'end';
      case 'join': {
        const thread = this.#value(s.thread);
        if (thread !== undefined) this.joined.add(thread);
        return 'end';
      }
      case 'if': {
        const taken = this.#value(s.condition);
        if (taken !== undefined) return this.follow(taken === 0 ? s.whenFalse : s.whenTrue);
        return this.#either([...s.whenTrue, ...s.whenFalse]);
      }
      case 'block': {
        const ending = this.follow(s.body);
        return typeof ending === 'object' && ending.label === s.label ? 'end' : ending;
      }
      case 'while':
        return this.#loop(s);
      case 'break':
      case 'continue':
        return { jump: s.kind, label: s.label };
      default:
        for (const name of writtenIn([s])) this.#set(name, undefined);
        return 'end';
    }
  }

  #loop(s: Extract<Statement, { kind: 'while' }>): Ending {
    for (;;) {
      if (this.#steps++ > mostSteps) return undefined;
      const goesOn = this.#value(s.condition);
      if (goesOn === undefined) return this.#either(s.body);
      if (goesOn === 0) return 'end';
      const ending = this.follow(s.body);
      if (ending === undefined) return undefined;
      if (ending !== 'end' && ending.label !== s.label) return ending;
      if (ending !== 'end' && ending.jump === 'break') return 'end';
    }
  }

  /** Statements that may be executed, any number of times: nothing is known of what they write, and they must stay where they are. */
  #either(body: readonly Statement[]): Ending {
    const labels = new Set<string>();
    let leaves = false;
    forEachStatement(body, (s) => {
      if (s.kind === 'block' || s.kind === 'while') labels.add(s.label);
      if (s.kind === 'break' || s.kind === 'continue') leaves ||= !labels.has(s.label);
    });
    for (const name of writtenIn(body)) this.#set(name, undefined);
    return leaves ? undefined : 'end';
  }

  #set(name: string, value: Integer | undefined): void {
    if (value === undefined) this.#unknown.add(name);
    else {
      this.#unknown.delete(name);
      this.#known.set(name, value);
    }
  }

  #value(expr: Expr): Integer | undefined {
    let known = true;
    forEachNode(expr, (node) => {
      known &&= node.kind !== 'address' && (node.kind !== 'register' || !this.#unknown.has(node.name));
    });
    if (!known) return undefined;
    return evaluate(
      expr,
      (name) => this.#known.get(name) ?? 0,
      () => 0,
    );
  }
}
