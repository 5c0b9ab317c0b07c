import { describe, expect, it } from 'vitest';
import { tableLines } from '../../src/report/table.js';

describe('a table', () => {
  it('is as wide as its widest cells, without trailing spaces', () => {
    expect(
      tableLines(
        [{ head: 'x' }, { head: 'count', align: 'right' }, { head: '' }],
        [
          ['long', '7', ''],
          ['', '1234567', 'end'],
        ],
      ),
    ).toEqual([' x       count', ' long        7', '       1234567  end']);
  });

  it('measures what a terminal shows: no colours, no combining marks, wide characters twice', () => {
    const lines = tableLines(
      [{ head: '' }, { head: '' }],
      [
        ['\u001b[31mred\u001b[39m', '|'],
        ['e\u0301te', '|'],
        ['\u5206\u6563', '|'],
      ],
    );
    expect(lines).toEqual(['', ' \u001b[31mred\u001b[39m   |', ' e\u0301te   |', ' \u5206\u6563  |']);
  });
});
