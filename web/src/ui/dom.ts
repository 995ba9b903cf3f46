/** Builds elements. Text only ever becomes text nodes: data files may hold anything. */

export type Child = Node | string | null | undefined | false;

export interface Properties {
  class?: string;
  id?: string;
  testId?: string;
  title?: string;
  role?: string;
  hidden?: boolean;
  tabIndex?: number;
  aria?: Record<string, string>;
  data?: Record<string, string>;
  onClick?: (event: MouseEvent) => void;
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (properties.class) made.className = properties.class;
  if (properties.id) made.id = properties.id;
  if (properties.testId) made.dataset.testid = properties.testId;
  if (properties.title) made.title = properties.title;
  if (properties.role) made.setAttribute('role', properties.role);
  if (properties.hidden) made.hidden = true;
  if (properties.tabIndex !== undefined) made.tabIndex = properties.tabIndex;
  for (const [name, value] of Object.entries(properties.aria ?? {})) {
    made.setAttribute(`aria-${name}`, value);
  }
  for (const [name, value] of Object.entries(properties.data ?? {})) made.dataset[name] = value;
  if (properties.onClick) made.addEventListener('click', properties.onClick as EventListener);
  append(made, ...children);
  return made;
}

export function append(parent: Node, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
  }
}

export function button(
  label: string,
  properties: Properties,
  onClick: () => void,
): HTMLButtonElement {
  const made = element('button', { ...properties, onClick }, label);
  made.type = 'button';
  return made;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number>,
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  append(made, ...children);
  return made;
}

/** Tells readers of the screen what has changed. */
export function announce(text: string): void {
  const announcer = document.getElementById('announcer');
  if (announcer) announcer.textContent = text;
}
