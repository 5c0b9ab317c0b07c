// The comparison of two readers of one program.

export const readersAgreeLine = 'both readers agree\n';

export const readersDifferLines = (differences: readonly string[], path: string): string =>
  `the readers disagree:\n${differences.map((line) => `  ${line}\n`).join('')}This is a bug in diptych: please report it with ${path}\n`;
