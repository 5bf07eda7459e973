/** The element of the page's own markup; throws when the markup changed. */
export function find<Type extends Element>(
  selector: string,
  type: abstract new () => Type,
  within: ParentNode = document,
): Type {
  const found = within.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`expected ${selector} to be a ${type.name}`);
  return found;
}
