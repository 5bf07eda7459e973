import type { Queued } from '../queue/bounded-queue.ts';
import { sizeOfView } from '../view/size-of-view.ts';
import type { View } from '../view/view.ts';

/** Returns a queued record without prompts and answers, at its new size. */
export function withoutContent(entry: Queued<View>): Queued<View> {
  if (entry.item.content === undefined) return entry;
  const item: View = { metadata: entry.item.metadata, content: undefined };
  return { ...entry, item, bytes: sizeOfView(item) };
}
