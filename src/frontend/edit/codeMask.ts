// Which characters of a C text are code, and which are comments, literals, directives of the preprocessor or white space.

export class CodeMask {
  readonly #code: Uint8Array;
  readonly #directive: Uint8Array;

  constructor(readonly text: string) {
    this.#code = new Uint8Array(text.length);
    this.#directive = new Uint8Array(text.length);
    const piece =
      /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|^[ \t]*#(?:\\\r?\n|\/\*[\s\S]*?\*\/|[^\n])*|\s+|[\s\S]/gm;
    for (const { 0: found, index } of text.matchAll(piece)) {
      const comment = found.startsWith('//') || found.startsWith('/*');
      if (/^[ \t]*#/.test(found)) this.#directive.fill(1, index, index + found.length);
      else if (!comment && !/^\s/.test(found)) this.#code.fill(1, index, index + found.length);
    }
  }

  inDirective(offset: number): boolean {
    return this.#directive[offset] === 1;
  }

  /** The offset of the last character of code before `offset`, or -1. */
  codeBefore(offset: number): number {
    let i = offset - 1;
    while (i >= 0 && this.#code[i] === 0) i--;
    return i;
  }

  /** Whether code stands between two offsets. */
  hasCode(from: number, to: number): boolean {
    return this.#code.subarray(from, Math.max(from, to)).includes(1);
  }

  /** The text with everything that is no code as blanks. */
  code(): string {
    let result = '';
    for (let i = 0; i < this.text.length; i++)
      result += this.#code[i] === 1 || this.text[i] === '\n' ? this.text[i] : ' ';
    return result;
  }
}
