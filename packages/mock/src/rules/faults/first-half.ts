import { concatenate, type EncodedResponse } from '@model-gateway/core/http';

/**
 * The first half of an answer's bytes; for a stream, that of its first event, and the rest is not
 * read. It is never empty, even if the answer has no body.
 */
export async function firstHalf({ parts, steps }: EncodedResponse): Promise<Uint8Array> {
  const whole = concatenate(steps === undefined ? parts : await firstOf(steps));
  if (whole.byteLength < 2) return new TextEncoder().encode('{');
  return whole.subarray(0, Math.floor(whole.byteLength / 2));
}

async function firstOf(steps: AsyncIterable<Iterable<Uint8Array>>): Promise<Uint8Array[]> {
  // Leaving the loop closes the source.
  for await (const step of steps) return [...step];
  return [];
}
