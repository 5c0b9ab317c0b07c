// The words of a module's text, with their lines.

export interface Token {
  /** A name may stand in quotes; `word` is then what is in them and `quoted` is true. */
  readonly word: string;
  readonly quoted: boolean;
  readonly line: number;
}

const pattern = /\s+|;[^\n]*|"(?:[^"\\]|\\.)*"|->|\.\.\.|[A-Za-z0-9_.$/@#~-]+|[%&!(),:=[\]{}]/gy;

export class ModuleSyntaxError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(`line ${line}: ${message}`);
    this.name = 'ModuleSyntaxError';
    this.line = line;
  }
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex;
    const word = pattern.exec(text)?.[0];
    if (word === undefined) throw new ModuleSyntaxError(`unexpected ${JSON.stringify(text[from])}`, line);
    if (/^[\s;]/.test(word)) line += word.split('\n').length - 1;
    else if (word.startsWith('"')) tokens.push({ word: String(JSON.parse(word)), quoted: true, line });
    else tokens.push({ word, quoted: false, line });
  }
  return tokens;
}
