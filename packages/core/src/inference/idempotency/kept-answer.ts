import { concatenate } from '../../bytes/concatenate.ts';
import { encodeText } from '../../bytes/encode-text.ts';
import type { GatewayResponse } from '../../http/message.ts';
import { bytesResponse } from '../../http/respond.ts';

/** What is kept of an answer. */
export interface KeptAnswer {
  /** The `x-generation-id` of the answer. */
  readonly id: string;
  /** Undefined for a stream and for one that is too large. */
  readonly whole?: WholeAnswer;
}

interface WholeAnswer {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MOST_BYTES = 1024 * 1024;

/** Returns what is kept of a whole answer, which is text. Source: contract §12.13. */
export function keptWhole(
  id: string,
  parts: readonly Uint8Array[],
  contentType: string,
  headers: Readonly<Record<string, string>>,
): KeptAnswer {
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (length > MOST_BYTES) return { id };
  const body = new TextDecoder().decode(concatenate(parts));
  return { id, whole: { contentType, headers, body } };
}

/** Returns the answer once more. */
export function sentAgain({ contentType, headers, body }: WholeAnswer): GatewayResponse {
  const again = { ...headers, 'idempotent-replayed': 'true' };
  return bytesResponse([encodeText(body)], contentType, again);
}
