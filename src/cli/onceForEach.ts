// Findings told during a search. A repeated question with other bounds finds them again: each is told once.

/** Writes the first line about each subject, which is what stands before its first comma: `violated under tso, found by ...`. */
export function onceForEach(write: (line: string) => void): (line: string) => void {
  const told = new Set<string>();
  return (line) => {
    const [subject] = line.split(',');
    if (told.has(subject)) return;
    told.add(subject);
    write(line);
  };
}
