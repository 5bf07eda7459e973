import { encodeBase64 } from '../bytes/base64.ts';
import { isCount } from '../inference/money/counts.ts';
import type { ImageData, ImageEvent } from '../ports/image-provider.ts';
import { present } from '../present.ts';

export type FinishedImage = Extract<ImageEvent, { type: 'image' }>;
export type TextEvent = Extract<ImageEvent, { type: 'text' }>;
export type UsageEvent = Extract<ImageEvent, { type: 'usage' }>;

/** Returns the base64 of an image's data, as ASCII. */
export function base64Of(data: ImageData): Iterable<Uint8Array> {
  return data.encoding === 'base64' ? data.parts : encodeBase64(data.bytes);
}

/** Returns a count, or undefined for anything else that a provider reports. */
export function countOf(value: number | undefined): number | undefined {
  return isCount(value) ? value : undefined;
}

/** Returns the usage without what is no count: to clients and records it was not told. */
export function withCounts(event: UsageEvent): UsageEvent {
  const { promptTokens, promptImageTokens, completionTokens, completionTextTokens } = event;
  return {
    type: 'usage',
    ...present({
      costUsd: event.costUsd,
      promptTokens: countOf(promptTokens),
      promptImageTokens: countOf(promptImageTokens),
      completionTokens: countOf(completionTokens),
      completionTextTokens: countOf(completionTextTokens),
    }),
  };
}

/** Returns how many bytes of memory an image's data takes. */
export function bytesIn(data: ImageData): number {
  if (data.encoding === 'bytes') return data.bytes.byteLength;
  return data.parts.reduce((sum, part) => sum + part.byteLength, 0);
}

/** Returns whether an event contains something that a client sees. */
export function isOutput(event: ImageEvent): boolean {
  return event.type === 'image' || isPreview(event);
}

/** Returns whether a streaming client sees the event as soon as it arrives. */
export function isPreview({ type }: ImageEvent): boolean {
  return type === 'partial' || type === 'text';
}
