// Files and folders. Files that cannot be read or written, independent of their content.

import type { CodeSection } from './section.js';

export const filesCodes = {
  title: 'Files and folders',
  about: 'Files that cannot be read or written.',
  codes: {
    'file-not-found': ['There is no such file.', 'diptych check nosuch.litmus'],
    'is-directory': ['A file was expected, and this is a folder.', '#include "folder"'],
    'not-a-file': ['It is neither a file nor a pipe.', 'diptych check /dev/null'],
    'unreadable-file': [
      'The system does not let it be read; the message has its reason.',
      'a file without permission to read',
    ],
    'file-too-large': [
      'Programs are small; a file this large is most likely something else.',
      'a litmus file of more than a megabyte',
    ],
    'not-utf-8': [
      'The bytes are no UTF-8 text; the place is the first that is not.',
      'a program saved as Latin-1',
    ],
    'unknown-extension': [
      'The extension of a file says which language it is in, and this one is unknown.',
      'diptych check notes.txt',
    ],
    'empty-folder': ['A folder was named, and no program is in it.', 'diptych check docs/'],
    'unreadable-folder': ['The system does not let the folder be listed.', 'a folder without permission'],
    'cannot-write': [
      'A result could not be written; the message has the reason of the system.',
      '--out /proc',
    ],
    'output-is-input': [
      'The file to write is the one that is read; --force writes over it.',
      '--witness a.c a.c',
    ],
    'output-exists': [
      'The file to write is there and was not made by diptych; --force writes over it.',
      '--witness notes.txt',
    ],
    'bad-json': [
      'A JSON file is no JSON, or not of the form that is documented for it.',
      '{ "model": "arm" } in a witness',
    ],
  },
} as const satisfies CodeSection;
