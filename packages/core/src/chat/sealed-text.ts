import * as v from 'valibot';
import { decodeBase64, encodeBase64 } from '../bytes/base64.ts';
import { concatenate } from '../bytes/concatenate.ts';
import { encodeText } from '../bytes/encode-text.ts';
import type { Sealed } from '../ports/conversation.ts';

/** Begins sealed data that the gateway packed; other text is a provider's own. */
const MARK = 'mg1.';

/**
 * Packs sealed data and the name of its issuer into one text, for a dialect that has a place for a
 * signature and none for who signed. Source: contract §12.3.
 */
export function packSealed({ issuer, data }: Sealed): string {
  const json = encodeText(JSON.stringify([issuer, data]));
  return MARK + new TextDecoder().decode(concatenate([...encodeBase64(json)]));
}

const PackedSchema = v.strictTuple([v.string(), v.record(v.string(), v.unknown())]);

/** Returns the data of `packSealed`; undefined for any other text, also one that imitates it. */
export function unpackSealed(text: string): Sealed | undefined {
  if (!text.startsWith(MARK)) return undefined;
  const json = decodeBase64(encodeText(text.slice(MARK.length)));
  if (json === undefined) return undefined;
  try {
    const packed: unknown = JSON.parse(new TextDecoder().decode(json));
    return v.is(PackedSchema, packed) ? { issuer: packed[0], data: packed[1] } : undefined;
  } catch {
    return undefined;
  }
}
