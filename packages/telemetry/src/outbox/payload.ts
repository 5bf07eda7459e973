import { isJsonObject, jsonIn } from '@model-gateway/core/kit';
import type { View } from '../view/view.ts';

/** Counted up when a later version could not read what an earlier one wrote. */
const FORMAT = 1;

/** Returns a view as the text that an outbox keeps; well-formed whatever the prompt holds. */
export function toPayload({ metadata, content }: View): string {
  return JSON.stringify({ format: FORMAT, metadata, content });
}

/** Returns the view of `toPayload`; undefined for a text of another format. */
export function fromPayload(payload: string): View | undefined {
  const parsed = jsonIn(payload);
  if (!isJsonObject(parsed) || parsed['format'] !== FORMAT) return undefined;
  const { metadata, content } = parsed;
  // Written by toPayload in this format. JSON leaves out members that are undefined, which reads
  // the same.
  return { metadata, content } as unknown as View;
}
