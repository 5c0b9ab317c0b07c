// Fences that make a program robust, as changes of its files.

import { editableLitmus } from '../../src/frontend/edit/index.js';
import type { Editable } from '../../src/program/editable.js';
import { repair } from '../../src/repair/repair.js';
import { fencesText } from '../../src/report/fences/text.js';
import { unifiedDiff } from '../../src/report/fences/unifiedDiff.js';
import { createStyle } from '../../src/report/style.js';
import type { Engine } from '../../src/verdict/engine.js';
import { languageOf, type RepairAnswer, type Reply, type Source } from '../protocol.js';
import { cOptions, limitsOf } from './program.js';
import { tellProgress } from './progress.js';

export async function* repairs(
  source: Source,
  engines: readonly Engine[],
  say: (reply: Reply) => void,
): AsyncGenerator<RepairAnswer> {
  const editable = await editableOf(source);
  const limits = { ...limitsOf(source), onProgress: tellProgress(say) };
  for (const model of source.models) {
    if (model === 'sc') continue;
    const result = await repair(editable, { model, engines, limits, goal: 'robust' });
    const { answer } = result;
    const lines = fencesText('program', editable, [result], source.unroll, createStyle(false)).split('\n');
    // The diff is shown on its own, and what happens without each fence is for the command to tell.
    const words = lines
      .slice(1, Math.max(2, lines.indexOf('')))
      .join(' ')
      .trim();
    if (answer.kind !== 'repaired') {
      const confirmedBy =
        'verification' in answer
          ? answer.verification.confirmedBy
          : 'confirmedBy' in answer
            ? answer.confirmedBy
            : [];
      yield { model, kind: answer.kind, words, files: [], confirmedBy };
      continue;
    }
    const [{ choices, cost, verification }] = answer.repairs;
    yield {
      model,
      kind: answer.kind,
      words,
      cost,
      confirmedBy: verification.confirmedBy,
      files: editable
        .edit(choices.map(({ candidate }) => candidate))
        .map((edited) => ({ name: edited.file, text: edited.after, diff: unifiedDiff(edited) })),
    };
  }
}

async function editableOf(source: Source): Promise<Editable> {
  const [{ name, text }] = source.files;
  if (languageOf(source) === 'litmus') return editableLitmus(text, name);
  const { editableC } = await import('../../src/frontend/edit/c.js');
  return editableC(text, name, cOptions(source));
}
