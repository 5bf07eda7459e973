import type { HttpClient, IncomingResponse } from '@model-gateway/core';
import { concatenate } from '@model-gateway/core/http';
import type { ExportAnswer, ExportRequest } from '../kinds/exporter-kind.ts';
import { gzip } from './gzip.ts';

/** How much of an answer is read: enough for every answer that is understood. */
const LONGEST_ANSWER = 64 * 1024;

const USER_AGENT = 'model-gateway-telemetry/1';

export interface ExchangeContext {
  readonly http: HttpClient;
  /** Whether bodies are gzipped where the receiver takes that. */
  readonly compress: boolean;
  /** Calls the request off. */
  readonly signal: AbortSignal;
  /** Called when the body is ready; the last moment to call the request off. */
  readonly beforeSending?: (() => void) | undefined;
}

/**
 * Sends a request and reads its answer up to 64 KiB; the rest is not waited for. Redirects are
 * answers. Rejects as the client does.
 */
export async function exchange(
  request: ExportRequest,
  { http, compress, signal, beforeSending }: ExchangeContext,
): Promise<ExportAnswer> {
  const body =
    typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const compressed = compress && request.mayCompress ? await gzip(body) : undefined;
  beforeSending?.();
  signal.throwIfAborted();
  const response = await http({
    url: request.url,
    method: request.method,
    headers: {
      'user-agent': USER_AGENT,
      ...request.headers,
      ...(compressed === undefined ? {} : { 'content-encoding': 'gzip' }),
    },
    body: compressed ?? body,
    signal,
    maxRedirects: 0,
  });
  return { status: response.status, headers: response.headers, body: await startOf(response) };
}

async function startOf({ body }: IncomingResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    const rest = LONGEST_ANSWER - length;
    chunks.push(chunk.subarray(0, rest));
    length += Math.min(chunk.byteLength, rest);
    if (length >= LONGEST_ANSWER) break;
  }
  return concatenate(chunks);
}
