import type { JsonObject } from '../../../json-value.ts';
import type { Sealed, Wire } from '../../../ports/conversation.ts';
import { packSealed } from '../../sealed-text.ts';

/** How the field names the form of reasoning data, by the wire of its issuer. */
const FORMATS: Readonly<Record<Wire, string>> = {
  'openai-chat': 'unknown',
  'openai-responses': 'openai-responses-v1',
  'anthropic-messages': 'anthropic-claude-v1',
  gemini: 'google-gemini-v1',
  'bedrock-converse': 'anthropic-claude-v1',
  cohere: 'unknown',
};

/** A piece of reasoning, or all of it. */
interface Piece {
  readonly text: string;
  readonly isSummary: boolean;
  readonly sealed?: Sealed | undefined;
}

/**
 * Writes reasoning as `reasoning_details` tells it: the text, and in the same or a further detail
 * what its issuer needs to see again. Source: contract §12.5.
 */
export function reasoningDetails(
  { text, isSummary, sealed }: Piece,
  index: number,
): readonly JsonObject[] {
  const common = { id: null, format: formatOf(sealed), index };
  if (isSummary) {
    const summary = { type: 'reasoning.summary', summary: text, ...common };
    const shown = text === '' ? [] : [summary];
    return sealed === undefined ? shown : [...shown, encryptedDetail(sealed, index)];
  }
  if (sealed === undefined) return [{ type: 'reasoning.text', text, ...common }];
  if (text === '') return [encryptedDetail(sealed, index)];
  return [{ type: 'reasoning.text', text, signature: packSealed(sealed), ...common }];
}

/** The last detail of reasoning whose text was told before: what its issuer needs to see again. */
export function closingDetail(
  { isSummary }: Pick<Piece, 'isSummary'>,
  sealed: Sealed,
  index: number,
): JsonObject {
  if (isSummary) return encryptedDetail(sealed, index);
  const common = { id: null, format: formatOf(sealed), index };
  return { type: 'reasoning.text', text: '', signature: packSealed(sealed), ...common };
}

/** Sealed data without text; `callId` says of which call it is. */
export function encryptedDetail(
  sealed: Sealed,
  index: number,
  callId: string | null = null,
): JsonObject {
  const data = packSealed(sealed);
  return { type: 'reasoning.encrypted', data, id: callId, format: formatOf(sealed), index };
}

function formatOf(sealed: Sealed | undefined): string | null {
  if (sealed === undefined) return null;
  const [wire = ''] = sealed.issuer.split('@');
  return new Map(Object.entries(FORMATS)).get(wire) ?? 'unknown';
}
