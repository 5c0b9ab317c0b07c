// A generated table in a document stands between two marks.

export interface TablePlace {
  readonly document: string;
  readonly begin: string;
  readonly end: string;
}

/** The text of the document with the table in its place. */
export function withTable(text: string, { document, begin, end }: TablePlace, table: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${document} has no place for the table`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
}
