// Drawn in the colour of the text beside it.

const paths = {
  sun: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  share: 'M8 10V2M5 5l3-3 3 3M3 9v4.5h10V9',
  minus: 'M3 8h10',
  plus: 'M3 8h10M8 3v10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  save: 'M8 2v8M5 7l3 3 3-3M3 13.5h10',
  first: 'M4 3v10M12 3 6 8l6 5',
  back: 'M11 3 5 8l6 5',
  forward: 'M5 3l6 5-6 5',
  last: 'M12 3v10M4 3l6 5-6 5',
  undo: 'M6 3 2.5 6.5 6 10M3 6.5h6a4 4 0 0 1 0 8H7',
  wide: 'M5 4 1.5 8 5 12M11 4l3.5 4L11 12M2 8h12',
  panel: 'M2 3h12v10H2zM2 9h12',
  close: 'M4 4l8 8M12 4l-8 8',
  hand: 'M3 8h8M8 5l3 3-3 3M13.5 3v10',
} as const;

export function Icon({ name, size = 16 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
