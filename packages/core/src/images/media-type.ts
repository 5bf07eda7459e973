import { decodeBase64 } from '../bytes/base64.ts';
import { concatenate } from '../bytes/concatenate.ts';
import { latin1, sniffImage } from '../inference/fetching/sniff-image.ts';
import type { ImageData } from '../ports/image-provider.ts';

const HEAD_BYTES = 510;
const TAIL_BYTES = 66;

/**
 * Returns the media type of an image from a provider, or undefined when the bytes are not an image
 * or end too early. Reads only the two ends of the data.
 */
export function checkImage(data: ImageData): string | undefined {
  const ends = data.encoding === 'bytes' ? endsOfBytes(data.bytes) : endsOfBase64(data.parts);
  if (ends === undefined) return undefined;
  const { head, tail, length } = ends;
  const type = sniffImage(head);
  switch (type) {
    case 'image/png':
      return latin1(tail).includes('IEND') ? type : undefined;
    case 'image/jpeg':
      return latin1(tail).includes('\u00ff\u00d9') ? type : undefined;
    case 'image/webp': {
      const announced = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
      return announced + 8 <= length ? type : undefined;
    }
    case 'image/svg+xml':
      return SVG_END.test(latin1(tail)) ? type : undefined;
    default:
      return type;
  }
}

/** An element within closes itself too, so that only an empty picture may end that way. */
const SVG_END = /(<\/svg\s*>|<svg[^<>]*\/>)\s*(<!--[\s\S]*-->\s*)?$/;

interface Ends {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** The size of the image, in bytes. */
  readonly length: number;
}

function endsOfBytes(bytes: Uint8Array): Ends {
  return {
    head: bytes.subarray(0, HEAD_BYTES),
    tail: bytes.subarray(Math.max(0, bytes.byteLength - TAIL_BYTES)),
    length: bytes.byteLength,
  };
}

/** Decodes the two ends only; undefined when the text is truncated or is not base64 there. */
function endsOfBase64(parts: readonly Uint8Array[]): Ends | undefined {
  let length = 0;
  for (const part of parts) length += part.byteLength;
  if (length === 0 || length % 4 !== 0) return undefined;
  const head = decodeBase64(firstOf(parts, (HEAD_BYTES / 3) * 4));
  const last = lastOf(parts, (TAIL_BYTES / 3) * 4);
  const tail = decodeBase64(last);
  if (head === undefined || tail === undefined) return undefined;
  // Padding encodes nothing, and is at the end.
  return { head, tail, length: ((length - last.byteLength) / 4) * 3 + tail.byteLength };
}

function firstOf(parts: readonly Uint8Array[], count: number): Uint8Array {
  const taken: Uint8Array[] = [];
  let missing = count;
  for (let i = 0; i < parts.length && missing > 0; i++) {
    const piece = parts[i]?.subarray(0, missing) ?? NOTHING;
    taken.push(piece);
    missing -= piece.byteLength;
  }
  return concatenate(taken);
}

function lastOf(parts: readonly Uint8Array[], count: number): Uint8Array {
  const taken: Uint8Array[] = [];
  let missing = count;
  for (let i = parts.length - 1; i >= 0 && missing > 0; i--) {
    const piece = parts[i]?.subarray(-missing) ?? NOTHING;
    taken.unshift(piece);
    missing -= piece.byteLength;
  }
  return concatenate(taken);
}

const NOTHING = new Uint8Array();
