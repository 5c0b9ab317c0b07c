// The files of the program, and what is defined for the C preprocessor.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/Icon.js';
import { languageOf } from '../protocol.js';
import { addFile, change, openFile, removeFile, renameFile, source } from '../state/source.js';

const renaming = signal(-1);
const definesOpen = signal(false);

export function FileTabs() {
  const { files, defines } = source.value;
  const isC = languageOf(source.value) === 'c';
  return (
    <>
      <div class="files">
        <div class="file-list" role="tablist" aria-label="Files">
          {files.map(({ name }, i) =>
            renaming.value === i ? (
              <NameBox key={name} index={i} name={name} />
            ) : (
              <span key={name} class={`file ${openFile.value === i ? 'on' : ''}`} role="presentation">
                <button
                  type="button"
                  role="tab"
                  aria-selected={openFile.value === i}
                  title="double-click or F2 renames it"
                  onClick={() => {
                    openFile.value = i;
                  }}
                  onDblClick={() => {
                    renaming.value = i;
                  }}
                  onKeyDown={({ key }) => {
                    if (key === 'F2') renaming.value = i;
                    if (key === 'Delete' && i > 0) removeFile(i);
                  }}
                >
                  {name}
                </button>
                {i > 0 && (
                  <button
                    type="button"
                    class="close"
                    tabIndex={-1}
                    aria-label={`Remove ${name}`}
                    onClick={() => removeFile(i)}
                  >
                    <Icon name="close" size={10} />
                  </button>
                )}
              </span>
            ),
          )}
        </div>
        {isC && (
          <button type="button" class="add" aria-label="Add a file" title="Add a file" onClick={addFile}>
            +
          </button>
        )}
        <span class="grow" />
        {isC ? (
          <button
            type="button"
            class="language"
            aria-expanded={definesOpen.value}
            onClick={() => {
              definesOpen.value = !definesOpen.value;
            }}
          >
            C · {defines.length === 0 ? '-D none' : defines.map((one) => `-D${one}`).join(' ')}
          </button>
        ) : (
          <span class="language">litmus</span>
        )}
      </div>
      {isC && definesOpen.value && (
        <label class="defines">
          -D
          <input
            type="text"
            spellcheck={false}
            placeholder="NAME or NAME=VALUE, separated by spaces"
            value={defines.join(' ')}
            onChange={(event) =>
              change({
                defines: event.currentTarget.value
                  .split(/\s+/)
                  .filter((part) => part !== '')
                  .map((part) => part.replace(/^-D/, '')),
              })
            }
          />
        </label>
      )}
    </>
  );
}

function NameBox({ index, name }: { index: number; name: string }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.select(), []);
  const leave = (accept: boolean): void => {
    if (accept && box.current !== null) renameFile(index, box.current.value);
    renaming.value = -1;
  };
  return (
    <input
      ref={box}
      class="file-name"
      aria-label={`Name of ${name}`}
      value={name}
      spellcheck={false}
      onBlur={() => leave(true)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave(true);
        if (key === 'Escape') leave(false);
      }}
    />
  );
}
