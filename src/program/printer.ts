// A program as a litmus file of the C dialect, which the front end reads back to the same program.

import { objectShapeText } from './cells.js';
import type { Observable } from './condition.js';
import { type Expr, forEachRegister } from './expression.js';
import type { ThreadId } from './identity.js';
import { printCondition, printFormula, printObservable } from './printCondition.js';
import { printInteger, printName } from './printExpression.js';
import { printBody, type StatementStyle } from './printStatement.js';
import type { InitialValue, Program, Thread } from './program.js';
import { expressionsOf, forEachStatement, targetsOf } from './statement.js';
import { registerWidth } from './widths.js';

export function printProgram(program: Program): string {
  const plain = /^[^\s{"]+$/.test(program.name);
  const name = plain ? program.name : `"${program.name.replace(/["\\]/g, '\\$&')}"`;
  return [
    `C ${name}`,
    `{ ${printInit(program).join(' ')} }`,
    '',
    ...program.threads.flatMap((thread, i) => [...printThread(program, thread, i), '']),
    ...printFinal(program),
    '',
  ].join('\n');
}

function printInit(program: Program): string[] {
  const sizes = new Map(program.locations.map((location) => [location.name, location]));
  const value = (v: InitialValue): string => {
    if (typeof v !== 'object') return printInteger(v);
    const target = sizes.get(v.location);
    return v.index === 0 && target?.array !== true
      ? printName(v.location)
      : `${printName(v.location)}[${v.index}]`;
  };
  const cells = program.locations.map(({ name, initial, array, uninitialised, shape }) => {
    const cellsWord = shape === undefined ? '' : `cells_${objectShapeText(shape)} `;
    const fresh = `${uninitialised === true ? 'fresh ' : ''}${cellsWord}`;
    if (array !== true && initial.length === 1) return `${fresh}${printName(name)}=${value(initial[0])};`;
    const type = array === true ? 'int' : 'block';
    return `${fresh}${type} ${printName(name)}[${initial.length}]={${initial.map(value).join(',')}};`;
  });
  const registers = program.threads.flatMap((thread, i) =>
    [...thread.registers].map(([name, v]) => `${i}:${printName(name)}=${value(v)};`),
  );
  return [...cells, ...registers];
}

function printThread(program: Program, thread: Thread, index: number): string[] {
  const { assigned, read, locations } = namesOf(thread);
  const known = new Set([...thread.parameters, ...thread.registers.keys()]);
  const registers = new Set([...known, ...assigned, ...read, ...observedRegisters(program, index)]);
  const pointers = thread.start === 'spawned' ? [] : [...locations].filter((name) => !registers.has(name));
  const style: StatementStyle = {
    isParameter: (location) => pointers.includes(location),
    threadName: (target) => {
      const { name } = program.threads[target];
      const unique = program.threads.filter((other) => other.name === name).length === 1;
      return unique && !/^\d+$/.test(name) ? printName(name) : `${target}`;
    },
  };
  const typeOf = (name: string): string => (registerWidth(thread, name) === 64 ? 'wide' : 'int');
  const parameters =
    thread.start === 'spawned'
      ? thread.parameters.map((name) => `${typeOf(name)} ${printName(name)}`)
      : pointers.map((name) => `int* ${printName(name)}`);
  // A register is declared where the thread's own body first writes it, unless something else mentions it earlier.
  const declaredInPlace = inPlaceDeclarations(thread, known);
  const declared = (type: string): string[] => {
    const names = [...registers].filter(
      (name) =>
        typeOf(name) === type &&
        !declaredInPlace.has(name) &&
        !thread.parameters.includes(name) &&
        (type === 'wide' || !known.has(name)),
    );
    return names.length === 0 ? [] : [`  ${type} ${names.map(printName).join(', ')};`];
  };
  const declarations = [...declared('int'), ...declared('wide')];
  const body = printBody(thread.body, style, '  ', (name) => declaredInPlace.delete(name));
  return [
    `${thread.start === 'spawned' ? 'spawned ' : ''}${printName(thread.name)}(${parameters.join(', ')}) {`,
    ...declarations,
    ...body,
    '}',
  ];
}

/** Registers whose first mention in the thread is a write at its top level. */
function inPlaceDeclarations(thread: Thread, known: ReadonlySet<string>): Set<string> {
  const inPlace = new Set<string>();
  const seen = new Set(known);
  for (const statement of thread.body) {
    const target = 'target' in statement ? statement.target : undefined;
    for (const expr of expressionsOf(statement)) forEachRegister(expr, (name) => seen.add(name));
    if (target !== undefined && !seen.has(target)) inPlace.add(target);
    forEachStatement([statement], (inner) => {
      for (const name of targetsOf(inner)) seen.add(name);
      for (const expr of expressionsOf(inner)) forEachRegister(expr, (name) => seen.add(name));
    });
  }
  return inPlace;
}

function namesOf(thread: Thread): { assigned: Set<string>; read: Set<string>; locations: Set<string> } {
  const names = { assigned: new Set<string>(), read: new Set<string>(), locations: new Set<string>() };
  forEachStatement(thread.body, (statement) => {
    for (const name of targetsOf(statement)) names.assigned.add(name);
    for (const expr of expressionsOf(statement)) {
      forEachRegister(expr, (name) => names.read.add(name));
      forEachLocation(expr, (name) => names.locations.add(name));
    }
  });
  return names;
}

function forEachLocation(expr: Expr, visit: (name: string) => void): void {
  switch (expr.kind) {
    case 'address':
      visit(expr.location);
      return;
    case 'unary':
      forEachLocation(expr.operand, visit);
      return;
    case 'binary':
      forEachLocation(expr.left, visit);
      forEachLocation(expr.right, visit);
      return;
    case 'conditional':
      forEachLocation(expr.condition, visit);
      forEachLocation(expr.whenTrue, visit);
      forEachLocation(expr.whenFalse, visit);
      return;
    default:
      return;
  }
}

function* observedRegisters(program: Program, thread: ThreadId): Generator<string> {
  for (const o of program.observed) if (o.kind === 'register' && o.thread === thread) yield o.register;
}

const shown = (o: Observable): string => (o.unsigned === undefined ? '' : ` u${o.unsigned}`);

function printFinal(program: Program): string[] {
  const { observed, filter, condition } = program;
  return [
    ...(observed.length === 0
      ? []
      : [`locations [${observed.map((o) => `${printObservable(program, o)}${shown(o)};`).join(' ')}]`]),
    ...(filter === undefined ? [] : [`filter (${printFormula(program, filter)})`]),
    condition === undefined ? 'no condition' : printCondition(program, condition),
  ];
}
