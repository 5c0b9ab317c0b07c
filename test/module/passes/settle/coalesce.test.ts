import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../../src/module/parse.js';
import { coalesced } from '../../../../src/module/passes/settle/coalesce.js';
import { printModule } from '../../../../src/module/print.js';

/** The blocks of a thread after copies have become one register. */
function made(blocks: string): string {
  const module = parseModule(`global @x size 4 align 4\nthread "main" () {\nentry:\n${blocks}\n}\n`);
  const threads = module.threads.map((thread) => ({ ...thread, body: coalesced(thread.body) }));
  const text = printModule({ ...module, threads });
  return text.slice(text.indexOf('entry:\n') + 'entry:\n'.length, text.lastIndexOf('\n}'));
}

describe('registers that are copies of each other', () => {
  it('become one', () => {
    expect(
      made(`  %a:i32 = load @x
  %b:i32 = %a:i32
  %c:i32 = %b:i32
  store @x, %c:i32
  return`),
    ).toBe(`  %a:i32 = load @x
  store @x, %a:i32
  return`);
  });

  it.each([
    [
      'the copy',
      `  %a:i32 = load @x
  %b:i32 = %a:i32
  %b:i32 = add(%b:i32, 1:i32)
  store @x, %a:i32
  store @x, %b:i32
  return`,
    ],
    [
      'the other',
      `  %a:i32 = load @x
  %b:i32 = %a:i32
  %a:i32 = load @x
  store @x, %a:i32
  store @x, %b:i32
  return`,
    ],
  ])('stay two where %s is set while both are needed', (_, blocks) => {
    expect(made(blocks)).toBe(blocks);
  });
});
