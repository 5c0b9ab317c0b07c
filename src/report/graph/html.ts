// An execution as a page that needs nothing beside itself: its graph, and a stepper that shows memory and store buffers.

import { escaped } from '../markup.js';
import type { StepView } from './steps.js';

const htmlBeginning = '<!doctype html>\n<!-- diptych -->';

export function graphHtml(title: string, svg: string, steps: readonly StepView[]): string {
  return `${htmlBeginning}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 1rem; }
#graph { overflow-x: auto; }
#graph .now rect { stroke: #1864ab; stroke-width: 3.5; }
.bar { display: flex; gap: 0.5rem; align-items: center; max-width: 50rem; }
.bar input { flex: 1; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; font-family: monospace; }
dd { margin: 0; }
</style>
</head>
<body>
<div id="graph">${svg}</div>
${steps.length === 0 ? '' : stepper(steps)}
</body>
</html>
`;
}

const stepper = (steps: readonly StepView[]): string => `<div class="bar">
<button type="button" id="back" aria-label="One step back">&#9664;</button>
<input type="range" id="position" min="0" max="${steps.length - 1}" value="0" aria-label="Step">
<button type="button" id="forward" aria-label="One step forward">&#9654;</button>
<span id="number"></span>
</div>
<p id="text" aria-live="polite"></p>
<dl id="machine"></dl>
<script type="application/json" id="steps">${JSON.stringify(steps).replace(/</g, '\\u003c')}</script>
<script>
${script}
</script>`;

const script = `const steps = JSON.parse(document.getElementById('steps').textContent);
const slider = document.getElementById('position');
function show(wanted) {
  const at = Math.max(0, Math.min(steps.length - 1, wanted));
  const { text, node, memory, buffers, registers } = steps[at];
  slider.value = at;
  document.getElementById('number').textContent = 'step ' + at + ' of ' + (steps.length - 1);
  document.getElementById('text').textContent = text;
  const rows = [['memory', memory.join('  ')], ...buffers.map(({ thread, stores }) => ['buffer ' + thread, stores.join(', ') || '(empty)']), ...registers.map(({ thread, values }) => ['registers ' + thread, values.join('  ')])];
  document.getElementById('machine').replaceChildren(...rows.flatMap(([name, value]) => {
    const dt = document.createElement('dt');
    const dd = document.createElement('dd');
    dt.textContent = name;
    dd.textContent = value;
    return [dt, dd];
  }));
  for (const box of document.querySelectorAll('[data-node]')) box.classList.toggle('now', box.dataset.node === node);
}
slider.oninput = () => show(Number(slider.value));
document.getElementById('back').onclick = () => show(Number(slider.value) - 1);
document.getElementById('forward').onclick = () => show(Number(slider.value) + 1);
onkeydown = ({ key }) => {
  if (key === 'ArrowRight') show(Number(slider.value) + 1);
  if (key === 'ArrowLeft') show(Number(slider.value) - 1);
};
show(0);`;
