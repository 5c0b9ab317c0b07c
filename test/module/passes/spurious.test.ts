// Wakeups without a signal, text in and text out: the result depends on the loop around the wait.

import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/module/parse.js';
import { answerSpurious } from '../../../src/module/passes/spurious.js';
import { printThread } from '../../../src/module/print.js';

const take = '%t:i32 = intrinsic take(@m, 0:i32, 0:i32, 0:i32, 1:i32, @m, "%p") model !1:1';

/** `before` stands before the loop, `looks` in its header, `after` behind the wait. */
function answered(before: string, looks: string, after: string): string {
  const module = parseModule(`global @m size 4 align 4 bytes ""
global @ready size 4 align 4 bytes ""
global @seen size 4 align 4 bytes ""
thread "main" () {
start:
  ${before}
  jump look
look:
  %r:i32 = load @ready !2:1
  ${looks}
  branch ne(%r:i32, 0:i32), done, wait !2:1
wait:
  %s:i32 = intrinsic spurious(@m) model !3:3
  branch ne(%s:i32, 0:i32), wakes, sleeps model !3:3
wakes:
  intrinsic give_back(@m, 1:i32, 5:i32) model !3:3
  jump again model !3:3
sleeps:
  intrinsic give_back(@m, 1:i32, 5:i32) model !3:3
  jump again model !3:3
again:
  %u:i32 = intrinsic take(@m, 0:i32, 0:i32, 0:i32, 1:i32, @m, "%p") model !3:3
  ${after}
  jump look model !3:3
done:
  return
}`);
  const [thread] = answerSpurious(module).threads;
  return thread === undefined ? '' : printThread(thread);
}

describe('a wakeup without a signal', () => {
  it('is not needed where the mutex was taken just before the loop', () => {
    const text = answered(take, '', '');
    expect(text).not.toContain('spurious');
    expect(text).not.toContain('choose');
    expect(text).not.toContain('wakes:');
  });

  it('is the last where something else stands between the mutex and the loop', () => {
    const text = answered(`${take}\n  store @seen, 1:i32 !1:9`, '', '');
    expect(text).toContain('intrinsic assume(zext:i32(eq(%$leaves0:i32, 0:i32)))');
    expect(text).toContain('%s:i32 = intrinsic choose(2:i32)');
    expect(text).toMatch(/start:[^:]*%t[\s\S]*%\$leaves0:i32 = 0:i32[\s\S]*look:/);
    expect(text).not.toContain('cut');
  });

  it('is the last where the loop looks behind the wait too', () => {
    expect(answered(take, '', '%v:i32 = load @seen !4:4')).toContain('assume');
  });

  it('is counted, and cut, in a loop that leaves something behind', () => {
    for (const text of [
      answered(take, 'store @seen, 1:i32 !2:2', ''),
      answered(take, '%n:i32 = add(%n:i32, 1:i32) !2:2', ''),
    ]) {
      expect(text).toContain('%s:i32 = intrinsic choose(2:i32)');
      expect(text).toContain('intrinsic cut("unroll", "")');
      expect(text).toContain('branch sge(%$woken0:i32, 1:i32)');
    }
  });
});
