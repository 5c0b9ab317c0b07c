import { expect, it } from 'vitest';
import { wantsColours } from '../../src/cli/io.js';
import { stoppedDiagnostic } from '../../src/report/stopped.js';

it('a hint names options that the command has', () => {
  const stopped = { kind: 'memory', phase: 'monitoring' } as const;
  expect(stoppedDiagnostic(stopped).hint).toBe(
    'a larger --memory, or a smaller --unroll, or --engine symbolic',
  );
  expect(stoppedDiagnostic(stopped, false).hint).toBe('a larger --memory');
});

it.each<[isTTY: boolean, env: Record<string, string>, wanted: boolean]>([
  [true, {}, true],
  [false, {}, false],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
])('colours: terminal %s, %j', (isTTY, env, wanted) => {
  expect(wantsColours({ isTTY, write: () => true }, env)).toBe(wanted);
});
