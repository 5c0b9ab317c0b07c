// Numbers with a point: the library of model/ answers as the other one does. sequential.test.ts compares more of them with the system's.

import { describe, expect, it } from 'vitest';
import { onModel } from '../readers.js';

const program = (body: string): string => `#include <math.h>
#include <stdlib.h>
int x, y; int main(void) { ${body} return 0; }`;

describe('both libraries agree on', () => {
  it.each([
    [
      'rounding',
      'x = (int)floor(-2.5) * 10 + (int)ceil(2.5); y = (int)round(2.5) * 100 + (int)rint(2.5) * 10 + (int)trunc(-2.5);',
    ],
    ['roots', 'x = (int)sqrt(144.0); y = (int)(sqrtf(2.0f) * 1000);'],
    [
      'signs and limits',
      'x = (int)(fabs(-3.0) + copysign(2.0, -0.0)); y = (int)(fmin(1, 2) * 10 + fmax(1, 2));',
    ],
    ['kinds of numbers', 'x = isnan(NAN) * 10 + isfinite(1.0); y = isinf(-INFINITY) + signbit(-1.0) * 10;'],
    [
      'numbers from text',
      'char *end; x = (int)(strtod(" -12.5e1rest", &end) * 2); y = *end + (int)atof("0.25e2");',
    ],
  ])('%s', (_, body) => {
    const model = onModel(program(body), { unroll: 64 });
    expect(model).toMatchSnapshot();
    expect(model.states).toHaveLength(1);
  });
});
