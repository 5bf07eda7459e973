import { decodeBase64, encodeBase64 } from '../bytes/base64.ts';
import { concatenate } from '../bytes/concatenate.ts';
import type { Vector } from '../ports/embedding-provider.ts';

const FLOAT_BYTES = 4;

/** Returns the length of a vector; undefined for base64 that is not of whole floats. */
export function lengthOf(vector: Vector): number | undefined {
  if (vector.encoding === 'float') return vector.values.length;
  const { parts } = vector;
  let characters = 0;
  for (const { byteLength } of parts) characters += byteLength;
  const bytes = (characters / 4) * 3 - paddingOf(parts);
  return Number.isInteger(bytes / FLOAT_BYTES) ? bytes / FLOAT_BYTES : undefined;
}

const EQUALS_SIGN = 0x3d;

/** The last part may hold the padding alone. */
function paddingOf(parts: readonly Uint8Array[]): number {
  let padding = 0;
  for (let part = parts.length - 1; part >= 0; part--) {
    const bytes = parts[part] ?? new Uint8Array();
    for (let at = bytes.byteLength - 1; at >= 0; at--) {
      if (padding === 2 || bytes[at] !== EQUALS_SIGN) return padding;
      padding++;
    }
  }
  return padding;
}

/** Returns the numbers of a vector; undefined where it is not base64. */
export function floatsOf(vector: Vector): ArrayLike<number> | undefined {
  if (vector.encoding === 'float') return vector.values;
  const bytes = decodeBase64(concatenate(vector.parts));
  if (bytes === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / FLOAT_BYTES }, (_, position) =>
    view.getFloat32(position * FLOAT_BYTES, true),
  );
}

/** Returns the base64 of a vector, as ASCII: as the provider sent it, or of its numbers. */
export function base64Of(vector: Vector): Iterable<Uint8Array> {
  if (vector.encoding === 'base64') return vector.parts;
  const { values } = vector;
  const view = new DataView(new ArrayBuffer(values.length * FLOAT_BYTES));
  for (let position = 0; position < values.length; position++) {
    view.setFloat32(position * FLOAT_BYTES, values[position] ?? 0, true);
  }
  return encodeBase64(new Uint8Array(view.buffer));
}
