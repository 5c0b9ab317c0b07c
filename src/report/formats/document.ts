// Formats that are one document over all files.

import type { FileReport } from './item.js';
import { junitText } from './junit.js';
import { sarifText } from './sarif.js';

export const documentText = (
  format: 'sarif' | 'junit',
  reports: readonly FileReport[],
  version: string,
  command: string,
): string => (format === 'sarif' ? sarifText(reports, version, command) : junitText(reports));
