/**
 * Adds items to a list, however many: `push(...items)` has them on the stack, which is full at some
 * hundred thousand.
 */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
