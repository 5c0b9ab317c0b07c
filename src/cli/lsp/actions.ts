// Code actions: insert the fences that make the program right under a model, and show the execution of a finding. Fences are
// looked for when the action is chosen, and their edit is for the version of the text that they were proven for.

import type { CodeAction, CodeActionParams, WorkspaceEdit } from 'vscode-languageserver';
import type { ModelName } from '../../execution/execution.js';
import type { EditedFile } from '../../program/editable.js';
import { showExecutionCommand } from './lenses.js';
import type { OpenFile } from './openFile.js';
import { editOf, findingDataOf, source, uriOf } from './shown.js';

/** The kind of the action that inserts fences, also where no diagnostic asks for them. */
const sourceKind = 'source.diptych.fences';
const quickFix = 'quickfix';

export const fencesCommand = 'diptych.insertFences';

export interface FencesData {
  readonly uri: string;
  readonly version: number;
  readonly model: ModelName;
}

export const fencesDataOf = (data: unknown): FencesData | undefined =>
  isFencesData(data) ? data : undefined;

const isFencesData = (data: unknown): data is FencesData =>
  typeof data === 'object' && data !== null && 'uri' in data && 'version' in data && 'model' in data;

/** `resolves`: the editor asks for the edit of an action that is chosen; otherwise the action is a command. */
export function actionsOf(
  file: OpenFile,
  { context }: CodeActionParams,
  models: readonly ModelName[],
  resolves: boolean,
): CodeAction[] {
  const wanted = (kind: string): boolean =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const own = context.diagnostics.filter((one) => one.source === source && findingDataOf(one) !== undefined);
  const actions: CodeAction[] = [];
  const isEditable = /\.(?:c|i|litmus)$/.test(file.path) && file.reading?.mistakes.length === 0;
  for (const model of isEditable ? models.filter((one) => one !== 'sc') : []) {
    const about = own.filter((one) => findingDataOf(one)?.models.includes(model));
    const kind = about.length > 0 ? quickFix : sourceKind;
    if (!wanted(kind)) continue;
    const title = `Insert the fences that ${model.toUpperCase()} needs (verified)`;
    const data: FencesData = { uri: file.uri, version: file.version, model };
    actions.push({
      title,
      kind,
      ...(about.length > 0 ? { diagnostics: about } : {}),
      ...(resolves ? { data } : { command: { title, command: fencesCommand, arguments: [data] } }),
    });
  }
  if (own.length > 0 && wanted(quickFix))
    actions.push({
      title: 'Show the execution',
      kind: quickFix,
      diagnostics: own,
      command: {
        title: 'Show the execution',
        command: showExecutionCommand,
        arguments: [file.uri, findingDataOf(own[0])?.rule],
      },
    });
  return actions;
}

/** The editor refuses it if the text is another by then. */
export const workspaceEdit = (file: OpenFile, changes: readonly EditedFile[]): WorkspaceEdit => ({
  documentChanges: changes.map((change) => ({
    textDocument:
      change.file === file.path
        ? { uri: file.uri, version: file.version }
        : { uri: uriOf(change.file), version: null },
    edits: [editOf(change)],
  })),
});
