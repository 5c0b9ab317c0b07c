// Colours for litmus tests.

import { StreamLanguage } from '@codemirror/language';

const instruction =
  /^(exists|forall|locations|filter|lock|mov[lq]?|xchg[lq]?|mfence|sfence|lfence|cmp|jne|je|jmp|add|sub|and|or|xor|inc|dec|xadd[lq]?|cmpxchg[lq]?|X86|X86_64|C)\b/i;

export const litmus = StreamLanguage.define<{ comment: boolean }>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match('(*')) {
      state.comment = !stream.skipTo('*)');
      if (state.comment) stream.skipToEnd();
      else stream.match('*)');
      return 'comment';
    }
    if (stream.match(/^"[^"]*"/)) return 'string';
    if (stream.match(instruction)) return 'keyword';
    if (stream.match(/^[ER]?[A-D]X\b|^[ER]?[SD]I\b|^R\d+D?\b|^P\d+\b/)) return 'propertyName';
    if (stream.match(/^\$?-?\d+\b/)) return 'number';
    if (!stream.match(/^\w+/)) stream.next();
    return null;
  },
});
