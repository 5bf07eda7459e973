import { GeminiDecoder } from '../../../src/wires/gemini/decode.ts';
import { readingOf, unnamed, type TextEvent } from '../reading.ts';

/** Who signs these answers. */
export const ISSUER = 'gemini@test';

export const GEMINI = readingOf(
  ISSUER,
  () => new GeminiDecoder({ issuer: ISSUER, nameOf: (name) => name }),
  (frame: TextEvent) =>
    typeof frame === 'string' ? frame : unnamed(frame).replaceAll('\n', '\r\n'),
);

/** A frame with parts of the only candidate. */
export function says(parts: readonly object[], finishReason?: string): object {
  const candidate = { content: { role: 'model', parts }, index: 0 };
  return {
    candidates: [finishReason === undefined ? candidate : { ...candidate, finishReason }],
    modelVersion: 'gemini-3.8-flash',
    responseId: 'r-1',
  };
}
