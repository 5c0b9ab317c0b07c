// The machine at one point of a run: memory, and for each thread its store buffer as a queue, its registers, why it stops.

import type { MachineView, NamedValue, RunStep, ThreadView } from '../../src/report/stepping/view.js';

export interface MachineProps {
  readonly machine: MachineView;
  readonly threads: readonly string[];
  /** Under SC there are none. */
  readonly hasBuffers: boolean;
  /** The step that was taken last. */
  readonly last?: RunStep | undefined;
}

export function Machine({ machine, threads, hasBuffers, last }: MachineProps) {
  const changed =
    last !== undefined && (last.commit || !hasBuffers) ? last.text.replace(/^[WU] /, '').split('=')[0] : '';
  return (
    <div class="machine-state">
      <h3>Memory</h3>
      <div class="cells">
        {machine.memory.map(({ name, value }) => (
          <span key={name} class={`cell ${name === changed ? 'changed' : ''}`}>
            <small>{name}</small>
            {value}
          </span>
        ))}
        {machine.memory.length === 0 && <span class="nil">no cell was touched</span>}
      </div>
      <h3>
        {hasBuffers ? 'Store buffers' : 'Threads'}{' '}
        {hasBuffers && <span class="dim">oldest first, at the right</span>}
      </h3>
      {machine.threads.map((thread, t) => (
        <Lane key={threads[t]} name={threads[t]} thread={thread} hasBuffers={hasBuffers} />
      ))}
    </div>
  );
}

/** A queue has room for so many stores beside the registers. */
const wideQueue = 2;

function Lane({ name, thread, hasBuffers }: { name: string; thread: ThreadView; hasBuffers: boolean }) {
  const { buffer, registers, stopped } = thread;
  const words = buffer.map(textOf).join(', ');
  const below = buffer.length > wideQueue || registers.length > 1;
  return (
    <div class={`lane ${below ? 'tall' : ''} ${hasBuffers ? '' : 'no-buffer'}`}>
      <span class="thread-name">{name}</span>
      {hasBuffers && (
        <div
          class="queue"
          role="img"
          aria-label={`store buffer of ${name}: ${words === '' ? 'empty' : `${words}, oldest first`}`}
        >
          {buffer.length === 0 ? (
            <span class="nil">empty</span>
          ) : (
            buffer.map((store, i) => (
              <span key={i} class={`store ${i === 0 ? 'oldest' : ''}`}>
                {textOf(store)}
              </span>
            ))
          )}
        </div>
      )}
      <div class="registers">
        {registers.map((register) => (
          <code key={register.name}>{textOf(register)}</code>
        ))}
        {stopped !== undefined && <span class="nil">{stopped}</span>}
      </div>
    </div>
  );
}

const textOf = ({ name, value }: NamedValue): string => `${name}=${value}`;
