import type { HttpClient, IncomingResponse, OutgoingRequest } from '@model-gateway/core';

/** A request whose body may also be sent as it comes. */
export interface StreamedRequest extends Omit<OutgoingRequest, 'body'> {
  /**
   * An iterable is sent as it comes, no faster than the server takes it: in as many bytes as a header
   * `content-length` says, else chunked. Its error rejects the call and closes the connection; a call
   * that is over before its body closes the iterable.
   */
  readonly body?: Uint8Array | string | AsyncIterable<Uint8Array>;
}

/** An `HttpClient` that takes streamed requests, too. */
export interface StreamingHttpClient extends Pick<HttpClient, 'sendPieces'> {
  (request: StreamedRequest): Promise<IncomingResponse>;
}

/** Tells whether a body is sent as it comes. */
export function isStream(
  body: StreamedRequest['body'] | readonly Uint8Array[],
): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}
