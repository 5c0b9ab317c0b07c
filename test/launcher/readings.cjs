// To be loaded before a command: writes down the files that it reads on any thread, one `BYTES NAME` per line.

const fs = require('node:fs');

const { appendFileSync, readFileSync, readFile } = fs;
const note = (file, content) => appendFileSync(process.env.READINGS, `${content.length} ${file}\n`);
fs.readFileSync = (file, ...rest) => {
  const content = readFileSync(file, ...rest);
  note(file, content);
  return content;
};
fs.readFile = (file, ...rest) => {
  const done = rest.pop();
  return readFile(file, ...rest, (error, content) => {
    if (!error) note(file, content);
    done(error, content);
  });
};
