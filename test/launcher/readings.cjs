// To be loaded before a command: writes down the files that it reads on any thread, one `BYTES NAME` per line.

const fs = require('node:fs');

const { appendFileSync, openSync, read, readFileSync, readSync } = fs;
const note = (file, content) => appendFileSync(process.env.READINGS, `${content.length} ${file}\n`);
let isWhole = false;
fs.readFileSync = (file, ...rest) => {
  isWhole = true;
  try {
    const content = readFileSync(file, ...rest);
    note(file, content);
    return content;
  } finally {
    isWhole = false;
  }
};
// The program, its code and the solver are read at once, from open files.
const names = new Map();
fs.openSync = (file, ...rest) => {
  const opened = openSync(file, ...rest);
  names.set(opened, file);
  return opened;
};
fs.readSync = (file, ...rest) => {
  const count = readSync(file, ...rest);
  if (!isWhole && count > 0) note(names.get(file), { length: count });
  return count;
};
fs.read = (file, ...rest) => {
  const done = rest.pop();
  return read(file, ...rest, (error, count, content) => {
    if (!error) note(names.get(file), { length: count });
    done(error, count, content);
  });
};
