// JUnit's XML, which most continuous integration reads: a suite per file, a case per model.

import { escaped } from '../markup.js';
import type { FileReport, ReportCase } from './item.js';

export function junitText(reports: readonly FileReport[]): string {
  const cases = reports.flatMap((report) => report.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="diptych" ${counts(cases)} time="${total(reports).toFixed(3)}">`,
    ...reports.flatMap((report) => [
      `  <testsuite name="${textOf(report.file)}" ${counts(report.cases)} skipped="${count(report.cases, 'skipped')}" time="${report.seconds.toFixed(3)}">`,
      ...report.cases.flatMap((one) => caseLines(report.file, one)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

const total = (reports: readonly FileReport[]): number =>
  reports.reduce((sum, { seconds }) => sum + seconds, 0);

const count = (cases: readonly ReportCase[], result: ReportCase['result']): number =>
  cases.filter((one) => one.result === result).length;

const counts = (cases: readonly ReportCase[]): string =>
  `tests="${cases.length}" failures="${count(cases, 'failed')}" errors="${count(cases, 'error')}"`;

function caseLines(file: string, { name, result, message }: ReportCase): string[] {
  const head = `    <testcase classname="${textOf(file)}" name="${textOf(name)}"`;
  const first = textOf(message.split('\n')[0]);
  switch (result) {
    case 'passed':
      return [`${head}/>`];
    case 'skipped':
      return [`${head}>`, `      <skipped message="${first}"/>`, '    </testcase>'];
    case 'failed':
    case 'error': {
      const tag = result === 'failed' ? 'failure' : 'error';
      return [`${head}>`, `      <${tag} message="${first}">${textOf(message)}</${tag}>`, '    </testcase>'];
    }
  }
}

/** Characters that XML cannot hold are left out. */
const textOf = (text: string): string =>
  escaped([...text].filter((c) => c >= ' ' || c === '\n' || c === '\t').join(''));
