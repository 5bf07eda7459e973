/** A new element with a class, and text or children in it. */
export function element(
  tag: keyof HTMLElementTagNameMap,
  className: string,
  ...children: readonly (string | Node)[]
): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}
