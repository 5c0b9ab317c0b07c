import { describe, expect, it } from 'vitest';
import { dumpedPasses } from '../../src/cli/options.js';
import { parseModule } from '../../src/module/parse.js';
import { passNames } from '../../src/module/passes/index.js';
import { capture } from './capture.js';

const file = 'test/frontend/llvm/fixtures/sb.clang19.ll';

describe('--dump-module', () => {
  it('names every pass', () => {
    expect(dumpedPasses).toEqual(passNames);
  });

  it.each(passNames)('prints a module after %s that reads back', async (pass) => {
    const { status, stdout, stderr } = await capture('check', '--dump-module', pass, file);
    expect([status, stderr]).toEqual([0, '']);
    expect(parseModule(stdout).globals.size).toBeGreaterThan(0);
  });

  it('refuses a pass that there is not', async () => {
    const { status, stderr } = await capture('check', '--dump-module', 'inline', file);
    expect(status).toBe(2);
    expect(stderr).toContain('Allowed choices are read, link, settle, conditions, spurious');
  });
});
