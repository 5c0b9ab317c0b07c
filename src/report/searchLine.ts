// A line about a long search, on standard error and only when that is a terminal.

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

interface Told {
  readonly solves: number;
  readonly found: number;
}

const clearLine = '\r\u001b[K';
const intervalMs = 250;

/** Shows what `read` tells until the returned function is called. */
export function startSearchLine(read: () => Told | undefined, terminal: Terminal): () => void {
  if (terminal.isTTY !== true) return () => {};
  let shown = false;
  const timer = setInterval(() => {
    const told = read();
    if (told === undefined) return;
    terminal.write(`${clearLine}${searchText(told)}`);
    shown = true;
  }, intervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (shown) terminal.write(clearLine);
    shown = false;
  };
}

export const searchText = ({ solves, found }: Told): string => `symbolic: ${solves} solves, ${found} found`;
