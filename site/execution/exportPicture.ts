// The graph as a file: an SVG that carries its own styles, or a PNG drawn from it.

import type { Camera } from './useCamera.js';

const properties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

const margin = 24;
const namespace = 'http://www.w3.org/2000/svg';

/** Undefined when there is no picture. */
export function pictureOf({ svg, layout }: Camera, title: string): string | undefined {
  const drawn = svg();
  if (drawn === null) return undefined;
  const copy = drawn.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return undefined;
  const originals = [...drawn.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of properties) {
      const value = style.getPropertyValue(name);
      if (value !== '' && value !== 'normal') element.setAttribute(name, value);
    }
    for (const name of ['class', 'tabindex', 'role', 'aria-label']) element.removeAttribute(name);
  });
  copy.querySelector('g')?.removeAttribute('transform');
  const top = 36;
  const width = layout.width + 2 * margin;
  const height = layout.height + top + margin;
  for (const name of ['class', 'role', 'aria-label']) copy.removeAttribute(name);
  copy.setAttribute('xmlns', namespace);
  copy.setAttribute('width', String(Math.ceil(width)));
  copy.setAttribute('height', String(Math.ceil(height)));
  copy.setAttribute('viewBox', `${-margin} ${-top} ${width} ${height}`);
  const ground = document.createElementNS(namespace, 'rect');
  for (const [name, value] of Object.entries({ x: -margin, y: -top, width, height }))
    ground.setAttribute(name, String(value));
  ground.setAttribute('fill', getComputedStyle(drawn).getPropertyValue('--pane').trim() || '#fff');
  copy.prepend(ground);
  const heading = document.createElementNS(namespace, 'title');
  heading.textContent = title;
  copy.prepend(heading);
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(camera: Camera, name: string, title: string): void {
  const text = pictureOf(camera, title);
  if (text !== undefined) save(new Blob([text], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** Twice as many points as on the page, so that it can be printed. */
const density = 2;

export async function savePng(camera: Camera, name: string, title: string): Promise<void> {
  const text = pictureOf(camera, title);
  if (text === undefined) return;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * density;
  canvas.height = image.height * density;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(density, density);
  context.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png');
  });
  if (blob !== null) save(blob, `${name}.png`);
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
