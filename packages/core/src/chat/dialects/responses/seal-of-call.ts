import { isJsonObject } from '../../../json-value.ts';
import type { Block, Sealed } from '../../../ports/conversation.ts';

/**
 * Returns reasoning that says nothing and holds the sealed data of a call: an item of a call has no
 * place for it, and clients send reasoning back as it came. Source: contract §14.2.
 */
export function sealOfCall(callId: string, { issuer, data }: Sealed): Block {
  const sealed = { issuer, data: { of_call: callId, data } };
  return { type: 'reasoning', text: '', isSummary: true, sealed };
}

/** Returns the call and its data; undefined for sealed data of reasoning. */
export function callOfSeal({
  issuer,
  data: { of_call: callId, data },
}: Sealed): { readonly callId: string; readonly sealed: Sealed } | undefined {
  if (typeof callId !== 'string' || !isJsonObject(data)) return undefined;
  return { callId, sealed: { issuer, data } };
}
