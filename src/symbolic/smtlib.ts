// The formula as SMT-LIB 2 text: the same clauses, with comments that say what the variables of rf and co mean.

import type { EventId } from '../execution/event.js';
import { AddressNames } from '../program/addressNames.js';
import { type Lit, yes } from './formula/cnf.js';
import type { Problem } from './problem.js';

export function smtLib(problem: Problem): string {
  const { cnf, program } = problem;
  const clocks = new Set(cnf.before.flatMap(({ u, v }) => [u, v]));
  const lines = [
    `; ${program.name}: ${problem.structure.events.length} events, ${problem.reading} executions`,
    ...meanings(problem).map((line) => `; ${line}`),
    `(set-logic ${clocks.size > 0 ? 'QF_IDL' : 'QF_UF'})`,
  ];
  for (let v = 2; v <= cnf.variables; v++) lines.push(`(declare-const v${v} Bool)`);
  for (const clock of clocks) lines.push(`(declare-const clock${clock} Int)`);
  const { data } = cnf;
  let start = 0;
  data.forEach((l, i) => {
    if (l !== 0) return;
    lines.push(`(assert ${disjunction([...data.subarray(start, i)].map(literal))})`);
    start = i + 1;
  });
  for (const { lit, u, v } of cnf.before) {
    const less = `(< clock${u} clock${v})`;
    lines.push(`(assert ${lit === yes ? less : disjunction([literal(-lit), less])})`);
  }
  lines.push('(check-sat)');
  return `${lines.join('\n')}\n`;
}

const literal = (l: Lit): string => (l > 0 ? `v${l}` : `(not v${-l})`);

function disjunction(parts: readonly string[]): string {
  if (parts.length === 0) return 'false';
  return parts.length === 1 ? parts[0] : `(or ${parts.join(' ')})`;
}

function meanings(problem: Problem): string[] {
  const { memory, unrolled, structure, program } = problem;
  const place = new Map<number, string>();
  unrolled.threads.forEach((thread, t) => {
    thread.events.forEach((event, i) => {
      place.set(event, `${t}.${i}`);
    });
  });
  const name = (event: EventId): string => `${place.get(event)}${unrolled.events[event].kind}`;
  const names = new AddressNames(program, unrolled.layout);
  const isVariable = (l: Lit): boolean => Math.abs(l) !== yes;
  const lines = structure.events
    .filter((event) => isVariable(memory.executed[event]))
    .map((event) => `${literal(memory.executed[event])}: ${name(event)} is executed`);
  memory.sources.forEach((sources, r) => {
    for (const { write, cell, lit } of sources) {
      const from =
        write === undefined ? `initial ${names.cell(cell ?? 0) ?? cell}` : name(unrolled.writes[write].event);
      if (isVariable(lit)) lines.push(`${literal(lit)}: rf ${from} -> ${name(unrolled.reads[r].event)}`);
    }
  });
  for (const [a, b, lit] of structure.relation('co').pairs())
    if (isVariable(lit) && a < structure.events.length)
      lines.push(`${literal(lit)}: co ${name(structure.events[a])} -> ${name(structure.events[b])}`);
  return lines;
}
