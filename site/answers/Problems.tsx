// A program that cannot be read: where, why, and what would help.

import type { Problem } from '../protocol.js';
import { goTo } from '../source/goTo.js';
import { answer } from '../state/asking.js';
import { editFile, openFile, source } from '../state/source.js';
import { pane } from '../state/view.js';

export function Problems() {
  const problems = answer.value?.problems ?? [];
  return (
    <div class="body" tabIndex={0} role="region" aria-label="Errors">
      <div class="summary bad">
        <p class="main">
          {problems.some(({ line }) => line !== undefined)
            ? 'The program cannot be read.'
            : 'The program cannot be answered.'}
        </p>
        {problems.map((problem) => (
          <OneProblem key={`${problem.file}:${problem.line}:${problem.message}`} problem={problem} />
        ))}
      </div>
    </div>
  );
}

export function OneProblem({ problem }: { problem: Problem }) {
  const { line, message, hint, file, column } = problem;
  return (
    <div class="problem">
      <p class="rest">
        {line !== undefined && (
          <>
            <button
              type="button"
              class="link"
              onClick={() => {
                pane.value = 'source';
                goTo({ line, column: column ?? 1, ...(file === undefined ? {} : { file }) });
              }}
            >
              {file === undefined ? `Line ${line}` : `${file}, line ${line}`}
            </button>
            :{' '}
          </>
        )}
        {message}
      </p>
      {hint !== undefined && (
        <p class="hint">
          {hint} <Change problem={problem} />
        </p>
      )}
    </div>
  );
}

/** Puts the word that was probably meant in place of the one that was written. */
function Change({ problem: { hint = '', line, column, endColumn, file } }: { problem: Problem }) {
  const word = /^did you mean (\S+)\?$/.exec(hint)?.[1];
  if (word === undefined || line === undefined || column === undefined) return null;
  const { files } = source.value;
  const index = file === undefined ? 0 : files.findIndex(({ name }) => name === file);
  const lines = files[index]?.text.split('\n');
  const written = lines?.[line - 1];
  if (lines === undefined || written === undefined) return null;
  const wrong = /^[\w.]+/.exec(written.slice(column - 1))?.[0] ?? '';
  const end = endColumn ?? column + wrong.length;
  const mend = (): void => {
    openFile.value = index;
    lines[line - 1] = written.slice(0, column - 1) + word + written.slice(end - 1);
    editFile(index, lines.join('\n'));
  };
  return (
    <button type="button" class="link" onClick={mend}>
      Change it
    </button>
  );
}
