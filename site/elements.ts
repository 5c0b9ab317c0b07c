// The parts of the page by their ids.

export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}

/** A new element with text or children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  content: string | readonly Node[] = [],
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (typeof content === 'string') made.textContent = content;
  else made.append(...content);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
