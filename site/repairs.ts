// Fences that make a program robust, for the worker: loaded when they are asked for.

import type { ModelName } from '../src/execution/execution.js';
import { editableLitmus } from '../src/frontend/edit/index.js';
import type { Editable } from '../src/program/editable.js';
import { repair } from '../src/repair/repair.js';
import { fencesText } from '../src/report/fences/text.js';
import { unifiedDiff } from '../src/report/fences/unifiedDiff.js';
import { createStyle } from '../src/report/style.js';
import type { Engine, Limits } from '../src/verdict/engine.js';
import type { RepairAnswer, Source } from './protocol.js';

export async function* repairs(
  source: Source,
  models: readonly ModelName[],
  engine: Engine,
  limits: Limits,
): AsyncGenerator<RepairAnswer> {
  const editable = await editableOf(source);
  for (const model of models) {
    if (model === 'sc') continue;
    const result = await repair(editable, { model, engines: [engine], limits, goal: 'robust' });
    const lines = fencesText('program', editable, [result], limits.unroll, createStyle(false)).split('\n');
    // The diff is shown on its own, and what happens without each fence is for the command to tell.
    const verdict = lines.slice(1, Math.max(2, lines.indexOf('')));
    if (result.answer.kind !== 'repaired') {
      yield { model, lines: verdict };
      continue;
    }
    const [{ choices }] = result.answer.repairs;
    const changed = editable.edit(choices.map(({ candidate }) => candidate));
    // What changes in a header cannot be put into the editor.
    const [edited] = changed.length === 1 && changed[0].file === editable.file ? changed : [];
    yield {
      model,
      lines: verdict,
      ...(edited === undefined ? {} : { repaired: { diff: unifiedDiff(edited), text: edited.after } }),
    };
  }
}

async function editableOf({ text, language, unroll }: Source): Promise<Editable> {
  if (language === 'litmus') return editableLitmus(text, 'program.litmus');
  const { editableC } = await import('../src/frontend/edit/c.js');
  const { readHeader } = await import('./headers.js');
  return editableC(text, 'program.c', { unroll, readFile: readHeader });
}
