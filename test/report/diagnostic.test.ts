import { describe, expect, it } from 'vitest';
import { diagnosticText } from '../../src/report/diagnostic.js';
import { createStyle } from '../../src/report/style.js';

const plain = createStyle(false);
const text = 'X86 SB\n{}\n P0          ;\n MOVE [x],$1 ;\nexists (x=1)\n';

describe('a diagnostic', () => {
  it('has its place, a frame, its code and a hint', () => {
    const shown = diagnosticText(
      {
        code: 'unknown-instruction',
        message: 'unknown instruction MOVE',
        file: 'SB.litmus',
        line: 4,
        column: 2,
        endColumn: 6,
        hint: 'did you mean MOV?',
      },
      text,
      plain,
    );
    expect(shown).toBe(
      [
        'SB.litmus:4:2: error: unknown instruction MOVE [unknown-instruction]',
        '  2 | {}',
        '  3 |  P0          ;',
        '> 4 |  MOVE [x],$1 ;',
        '    |  ^^^^',
        '  5 | exists (x=1)',
        'hint: did you mean MOV?',
        '',
      ].join('\n'),
    );
  });

  it('needs neither text nor place', () => {
    expect(diagnosticText({ code: 'no-threads', message: 'no threads' }, undefined, plain)).toBe(
      'error: no threads [no-threads]\n',
    );
  });

  it('cuts a very long line around the column', () => {
    const long = `${'a'.repeat(5_000_000)}!${'b'.repeat(5_000_000)}`;
    const shown = diagnosticText({ code: 'syntax', message: 'm', line: 1, column: 5_000_001 }, long, plain);
    expect(shown.length).toBeLessThan(500);
    const [, line, marker] = shown.split('\n');
    expect(marker.indexOf('^')).toBe(line.indexOf('!'));
  });

  it('survives places outside the text', () => {
    for (const [line, column] of [
      [99, 1],
      [1, 999],
      [1, 0],
      [0, 0],
    ])
      expect(diagnosticText({ code: 'syntax', message: 'm', line, column }, text, plain)).toContain(
        'error: m [syntax]',
      );
  });

  it('does not let a file talk to the terminal', () => {
    const shown = diagnosticText(
      { code: 'syntax', message: 'bad \u001b[2J', line: 1 },
      'x\u001b[31m\u0007',
      plain,
    );
    expect(shown.includes('\u001b')).toBe(false);
    expect(shown.includes('\u0007')).toBe(false);
  });
});
