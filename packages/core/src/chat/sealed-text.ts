import { jsonIn } from '../json-in.ts';
import * as v from 'valibot';
import { decodeBase64, encodeBase64 } from '../bytes/base64.ts';
import { concatenate } from '../bytes/concatenate.ts';
import { encodeText } from '../bytes/encode-text.ts';
import type { Sealed } from '../ports/conversation.ts';

/** Begins sealed data that the gateway packed; other text is a provider's own. */
const MARK = 'mg1.';

/**
 * Packs sealed data and the name of its issuer into one text, for a dialect that has a place for a
 * signature and none for who signed. `callId` names the call that it belongs to, where the text does
 * not stand with it. Source: contract §12.3.
 */
export function packSealed({ issuer, data }: Sealed, callId?: string): string {
  const json = encodeText(
    JSON.stringify([issuer, data, ...(callId === undefined ? [] : [callId])]),
  );
  return MARK + new TextDecoder().decode(concatenate([...encodeBase64(json)]));
}

/** Returns whether a text is of `packSealed`, or imitates it. */
export function isPacked(text: string): boolean {
  return text.startsWith(MARK);
}

const SealedSchema = v.strictTuple([v.string(), v.record(v.string(), v.unknown())]);
const SealOfCallSchema = v.strictTuple([...SealedSchema.items, v.string()]);

/** Returns the data of `packSealed`; undefined for any other text, also one that imitates it. */
export function unpackSealed(text: string): Sealed | undefined {
  const packed = unpack(text);
  return v.is(SealedSchema, packed) ? { issuer: packed[0], data: packed[1] } : undefined;
}

/** Returns the data that `packSealed` packed for a call; undefined for any other text. */
export function unpackSealOfCall(
  text: string,
): { readonly callId: string; readonly sealed: Sealed } | undefined {
  const packed = unpack(text);
  if (!v.is(SealOfCallSchema, packed)) return undefined;
  const [issuer, data, callId] = packed;
  return { callId, sealed: { issuer, data } };
}

function unpack(text: string): unknown {
  if (!isPacked(text)) return undefined;
  const json = decodeBase64(encodeText(text.slice(MARK.length)));
  return json && jsonIn(new TextDecoder().decode(json));
}
