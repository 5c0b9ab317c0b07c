// A bar between two panes that the pointer or the arrow keys move. The share it stands for is kept in a variable of the style.

import { useRef } from 'preact/hooks';

export interface SplitterProps {
  readonly name: 'first' | 'second' | 'rows' | 'machine';
  readonly label: string;
  readonly direction: 'across' | 'down';
  /** The element whose width or height is shared out. */
  readonly within: string;
}

const least = 12;
const most = 86;
const usual = { first: 29, second: 58, rows: 38, machine: 56 } as const;

export function Splitter({ name, label, direction, within }: SplitterProps) {
  const bar = useRef<HTMLDivElement>(null);
  const now = (): number => {
    const value = Number.parseFloat(document.documentElement.style.getPropertyValue(`--split-${name}`));
    return Number.isNaN(value) ? usual[name] : value;
  };
  const put = (share: number): void => {
    const kept = Math.min(most, Math.max(least, share));
    document.documentElement.style.setProperty(`--split-${name}`, `${kept}%`);
    bar.current?.setAttribute('aria-valuenow', String(Math.round(kept)));
  };
  const drag = (event: PointerEvent): void => {
    event.preventDefault();
    const area = bar.current?.closest(within)?.getBoundingClientRect();
    const handle = bar.current;
    if (area === undefined || handle === null) return;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = ({ clientX, clientY }) => {
      put(
        direction === 'across'
          ? ((clientX - area.left) / area.width) * 100
          : ((clientY - area.top) / area.height) * 100,
      );
    };
    handle.onpointerup = () => {
      handle.onpointermove = null;
    };
  };
  const keys: Readonly<Record<string, number>> =
    direction === 'across' ? { ArrowLeft: -2, ArrowRight: 2 } : { ArrowUp: -2, ArrowDown: 2 };
  return (
    <div
      ref={bar}
      class={`splitter split-${name} ${direction}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={direction === 'across' ? 'vertical' : 'horizontal'}
      aria-valuenow={usual[name]}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={drag}
      onDblClick={() => put(usual[name])}
      onKeyDown={(event) => {
        const by = keys[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        put(now() + by);
      }}
    />
  );
}
