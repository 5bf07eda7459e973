import type { JsonObject } from '../../../json-value.ts';
import type { Block, Sealed } from '../../../ports/conversation.ts';
import { isPacked, unpackSealed, unpackSealOfCall } from '../../sealed-text.ts';

/** Sealed data of a call, which stands in a block of its own. */
export interface SealOfCall {
  readonly callId: string;
  readonly sealed: Sealed;
}

/**
 * Reads the reasoning of an earlier answer. What the gateway packed goes to the issuer that it
 * names, and a provider's own signature to whichever endpoint of this wire serves. Undefined for
 * text that only looks packed, which nobody could read. Source: contract §12.3.
 */
export function readThinking(block: JsonObject): Block | SealOfCall | undefined {
  const isRedacted = block['type'] === 'redacted_thinking';
  const text = isRedacted ? '' : String(block['thinking']);
  const seal = block[isRedacted ? 'data' : 'signature'];
  const reasoning = { type: 'reasoning', text, isSummary: false } as const;
  if (typeof seal !== 'string' || seal === '') return text === '' ? undefined : reasoning;
  if (!isPacked(seal)) return { ...reasoning, sealed: nativeSeal(isRedacted, seal) };
  const sealed = unpackSealed(seal);
  return sealed === undefined ? unpackSealOfCall(seal) : { ...reasoning, sealed };
}

/** Data whose issuer is not named: any endpoint of the wire. */
function nativeSeal(isRedacted: boolean, seal: string): Sealed {
  const data = isRedacted ? { data: seal } : { signature: seal };
  return { issuer: 'anthropic-messages', data };
}
