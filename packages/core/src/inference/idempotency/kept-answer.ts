import { concatenate } from '../../bytes/concatenate.ts';
import { encodeText } from '../../bytes/encode-text.ts';
import { encodeResponse, JSON_TYPE } from '../../http/encode.ts';
import type { GatewayResponse, ResponseBody } from '../../http/message.ts';
import { bytesResponse } from '../../http/respond.ts';

/** What is kept of an answer. */
export interface KeptAnswer {
  /** The `x-generation-id` of the answer. */
  readonly id: string;
  /** Undefined for a stream and for one that is too large. */
  readonly whole?: WholeAnswer;
}

/** An answer that does not come as a stream. */
export interface WholeResponse extends GatewayResponse {
  readonly body: WholeBody;
}

export type WholeBody = ResponseBody & { readonly kind: 'json' | 'bytes' };

interface WholeAnswer {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MOST_BYTES = 1024 * 1024;

/** Returns what is kept of a whole answer, which is text. Source: contract §12.13. */
export function keptWhole(id: string, answer: WholeResponse): KeptAnswer {
  const { headers, body } = answer;
  const { parts } = encodeResponse(answer);
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (length > MOST_BYTES) return { id };
  const contentType = body.kind === 'json' ? JSON_TYPE : body.contentType;
  return {
    id,
    whole: { contentType, headers, body: new TextDecoder().decode(concatenate(parts)) },
  };
}

/** Returns the answer once more. */
export function sentAgain({ contentType, headers, body }: WholeAnswer): GatewayResponse {
  const again = { ...headers, 'idempotent-replayed': 'true' };
  return bytesResponse([encodeText(body)], contentType, again);
}
