// Floating-point numbers as glibc prints them: each row is what its printf writes.

import { describe, expect, it } from 'vitest';
import { findings, parse, states } from '../run.js';

const head =
  '#include <stdio.h>\n#include <stdarg.h>\n#include <string.h>\n#include <assert.h>\n#include <math.h>\n';

const rows: readonly (readonly [format: string, value: string, written: string])[] = [
  ['%f', '3.14159', '3.141590'],
  ['%f', '-0.0', '-0.000000'],
  ['%5.1f|', '2.25', '  2.2|'],
  ['%5.1f|', '2.35', '  2.4|'],
  ['%.0f', '0.5', '0'],
  ['%.0f', '1.5', '2'],
  ['%.0f', '2.5', '2'],
  ['%#.0f', '2.5', '2.'],
  ['%.2f', '1.005', '1.00'],
  ['%.2f', '9.999', '10.00'],
  ['%-8.2f|', '-1.005', '-1.00   |'],
  ['%08.3f', '-0.001', '-000.001'],
  ['%+.1f % .1f', '1.0, 2.0', '+1.0  2.0'],
  ['%.17f', '0.1', '0.10000000000000001'],
  ['%f', '9007199254740993.0', '9007199254740992.000000'],
  ['%.3f', '1e-300', '0.000'],
  ['%lf', '(double)1.1f', '1.100000'],
  ['%f', '1.5f', '1.500000'],
  ['%e', '12345.678', '1.234568e+04'],
  ['%.0e', '25.0', '2e+01'],
  ['%.3E', '9.9996e-7', '1.000E-06'],
  ['%e', '0.0', '0.000000e+00'],
  ['%g', '0.0001', '0.0001'],
  ['%g', '0.00001234', '1.234e-05'],
  ['%g', '100000.0', '100000'],
  ['%g', '1000000.0', '1e+06'],
  ['%G', '1e-10', '1E-10'],
  ['%#g', '1.0', '1.00000'],
  ['%.3g', '1234.5', '1.23e+03'],
  ['%.10g', '1234.5', '1234.5'],
  ['%.0g', '0.00012', '0.0001'],
  ['%g', '999999.5', '1e+06'],
  ['%6.2f%%', '99.5', ' 99.50%'],
  ['%f %F', '1e999, -1e999', 'inf -INF'],
  ['%-6g|%06g', '1e999, NAN', 'inf   |   nan'],
  ['%*.*f', '8, 2, 3.14159', '    3.14'],
];

const groups = [0, 1, 2, 3].map((i) => rows.slice(i * 9, i * 9 + 9));

describe('snprintf of a floating-point number', () => {
  it.each(groups.map((some) => [some.map(([format]) => format).join(' '), some] as const))(
    '%s',
    (_, some) => {
      const prints = some.map(
        ([format, value, written]) =>
          `assert(snprintf(b, sizeof b, "${format}", ${value}) == ${written.length}); assert(!strcmp(b, "${written}"));`,
      );
      expect(findings(`${head}int main(void) { char b[32]; ${prints.join('\n')} }`)).toEqual([]);
    },
  );

  it('writes what vsnprintf does', () => {
    const text = `${head}static int say(char *b, const char *format, ...) { va_list list; va_start(list, format); int n = vsnprintf(b, 24, format, list); va_end(list); return n; }
      int main(void) { char b[24]; int n = say(b, "%s %+.2f %d %g", "a", 0.125, 7, 1e-5); assert(n == 15); assert(!strcmp(b, "a +0.12 7 1e-05")); }`;
    expect(findings(text)).toEqual([]);
  });

  it('knows numbers that are computed as the program runs', () => {
    const text = `${head}#include <pthread.h>
      int x, r; void *one(void *p) { x = 3; return p; }
      int main(void) { pthread_t t; char b[16]; pthread_create(&t, 0, one, 0); double d = x / 4.0; pthread_join(t, 0);
        sprintf(b, "%.1f", d); r = b[0] == '0' && b[1] == '.' ? b[2] - '0' : -1; }`;
    expect(states(text, 'sc', { observe: ['r'] })).toEqual(['r=0', 'r=8']);
  });

  it('is counted where printf is asked for it', () => {
    expect(findings(`${head}int main(void) { int n = printf("%.3f", 10.0); assert(n == 6); }`)).toEqual([]);
  });

  it('is cut where it has too many digits', () => {
    const text = `${head}int main(void) { char b[400]; sprintf(b, "%f", 1e300); assert(0); }`;
    expect(findings(text)).toEqual([]);
    expect(parse(text).threads[0].body.length).toBeGreaterThan(0);
  });
});

describe('functions of constants', () => {
  it('are computed while the program is read', () => {
    const text = `${head}int r; int main(void) { r = (int)(sqrt(2.0) * 1000) + (int)pow(2, 10) + (int)fmod(7.5, 2.0); }`;
    const program = parse(text);
    expect(program.threads.flatMap(({ body }) => body).map(({ kind }) => kind)).toEqual(['store']);
    expect(states(text)).toEqual(['r=2439']);
  });
});
