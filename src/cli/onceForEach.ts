// What is told while a search goes on. A program that is asked about again, with other bounds, finds the same again.

/** Writes the first line about each subject, which is what stands before its first comma: `violated under tso, says ...`. */
export function onceForEach(write: (line: string) => void): (line: string) => void {
  const told = new Set<string>();
  return (line) => {
    const [subject] = line.split(',');
    if (told.has(subject)) return;
    told.add(subject);
    write(line);
  };
}
