import { byteLength } from '../../bytes/byte-length.ts';
import type { ChatPart } from '../../ports/chat-parts.ts';

/** Returns how many bytes of what a model says are in these parts, in UTF-8. */
export function payloadBytes(parts: readonly ChatPart[]): number {
  let bytes = 0;
  for (const part of parts) {
    if (part.type === 'delta') bytes += byteLength(part.text);
    else if (part.type === 'open' && part.kind === 'call') bytes += byteLength(part.name);
    else if (part.type === 'whole') bytes += wholeBytes(part);
  }
  return bytes;
}

/** Returns whether a client sees something in these parts. Source: contract §12.9. */
export function isOutput(parts: readonly ChatPart[]): boolean {
  for (const part of parts) {
    const { type } = part;
    if (type === 'delta' || type === 'whole' || type === 'finish') return true;
    if (type === 'open' && part.kind === 'call') return true;
  }
  return false;
}

function wholeBytes({ value }: ChatPart & { readonly type: 'whole' }): number {
  return value.type === 'media'
    ? byteLength(value.source.value)
    : byteLength(JSON.stringify(value));
}
