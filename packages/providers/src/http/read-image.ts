import { decodeBase64, ProviderFailure, sniffImage, type ImageData } from '@model-gateway/core';
import { concatenate } from '@model-gateway/core/http';
import { textOf, type Fields } from './fields.ts';
import type { Payload } from './payload-json.ts';

/** Base64 characters that are decoded to see what an image is: enough for an SVG's beginning. */
const HEAD_CHARACTERS = 680;

/**
 * Reads the image of an element with its base64 under `key`, and an optional `media_type`. Throws
 * `malformed` when the base64 is missing, truncated or invalid at either end; the middle is not
 * checked.
 */
export function readImage(
  element: Fields,
  payloads: readonly Payload[],
  key = 'b64_json',
): { readonly data: ImageData; readonly mediaType: string } {
  const parts = payloads[Number(textOf(element[key]) ?? -1)] ?? [];
  const length = parts.reduce((total, part) => total + part.byteLength, 0);
  if (length === 0) throw malformed(`an image has no ${key}`);
  if (length % 4 !== 0) throw malformed('the base64 of an image is truncated');
  const head = decodeBase64(firstOf(parts, HEAD_CHARACTERS));
  const tail = decodeBase64(lastOf(parts, 4));
  if (head === undefined || tail === undefined)
    throw malformed('the base64 of an image is invalid');
  const mediaType = textOf(element['media_type']) ?? sniffImage(head);
  if (mediaType === undefined) throw malformed('the payload is not a known image format');
  return { data: { encoding: 'base64', parts }, mediaType };
}

function firstOf(parts: Payload, count: number): Uint8Array {
  const taken: Uint8Array[] = [];
  let missing = count;
  for (const part of parts) {
    if (missing <= 0) break;
    taken.push(part.subarray(0, missing));
    missing -= part.byteLength;
  }
  return concatenate(taken);
}

function lastOf(parts: Payload, count: number): Uint8Array {
  const taken: Uint8Array[] = [];
  let missing = count;
  for (const part of parts.toReversed()) {
    if (missing <= 0) break;
    taken.unshift(part.subarray(Math.max(0, part.byteLength - missing)));
    missing -= part.byteLength;
  }
  return concatenate(taken);
}

function malformed(message: string): ProviderFailure {
  return new ProviderFailure('malformed', message);
}
