// `#pragma pack`: the most that members of structs are aligned to, until it says something else. The layout of a struct is made
// at its closing brace, so that is the token that carries it.

import type { Token } from './token.js';

const alignments: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);

export class Pack {
  #most: number | undefined;
  readonly #pushed: { readonly name: string | undefined; readonly most: number | undefined }[] = [];

  /** `words`: the tokens after `pack`. A pragma that gcc only warns about changes nothing. */
  read(words: readonly Token[]): void {
    const inside = words.map(({ text }) => text).filter((text) => !/^[(),]$/.test(text));
    const numbers = inside.filter((word) => /^\d/.test(word)).map(Number);
    const name = inside.find((word) => !/^\d/.test(word) && word !== 'push' && word !== 'pop');
    if (numbers.some((n) => n !== 0 && !alignments.has(n))) return;
    if (inside[0] === 'push') this.#pushed.push({ name, most: this.#most });
    else if (inside[0] === 'pop') {
      const from = this.#pushed.findLastIndex((pushed) => name === undefined || pushed.name === name);
      if (from >= 0) [{ most: this.#most }] = this.#pushed.splice(from);
    } else if (name !== undefined) return;
    else if (numbers.length === 0) this.#most = undefined;
    if (numbers.length > 0) this.#most = numbers[0] === 0 ? undefined : numbers[0];
  }

  marked(token: Token): Token {
    return this.#most === undefined || token.text !== '}' ? token : { ...token, pack: this.#most };
  }
}
