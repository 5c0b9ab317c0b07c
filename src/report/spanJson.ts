// Places in files, as JSON.

import type { SourceSpan } from '../program/statement.js';
import { present } from '../support/present.js';

export const spanJson = (at: SourceSpan | undefined): object =>
  at === undefined ? {} : { ...present({ file: at.file }), line: at.line, column: at.column };
