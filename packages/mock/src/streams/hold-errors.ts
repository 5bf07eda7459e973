import type { ImageJob } from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import { diagnostic } from '../diagnostics.ts';
import type { TargetName } from '../route-name.ts';

/** The errors of a stream that a test holds. */
export const holdErrors = {
  notAskedFor(operation: TargetName, isStreamed: boolean) {
    const why = isStreamed
      ? 'the request did not say stream: true'
      : `the request was ${operation}, which is never streamed`;
    return diagnostic('GW1403', `there is no stream to hold: ${why}`);
  },

  notStreaming({ model }: Pick<ImageJob, 'model'>) {
    return diagnostic(
      'GW1404',
      `there is no stream to hold: ${model} does not stream, even with stream: true`,
    );
  },

  answeredOtherwise(response: GatewayResponse) {
    const { status } = response;
    return diagnostic(
      'GW1405',
      `there is no stream to hold: the request was answered with ${status}${saying(response)}`,
    );
  },

  noPartial(index: number, count: number) {
    const there =
      count === 0
        ? 'it has none: SVG streams as text, and very small images come whole'
        : `it has ${count}, 0 to ${count - 1}`;
    return diagnostic('GW1406', `this image has no partial image ${index}; ${there}`);
  },

  over(how: string) {
    return diagnostic('GW1407', `the stream has ended: ${how}`);
  },

  callOver(name: string) {
    return diagnostic(
      'GW1411',
      `the call of "${name}" has ended: something else was said after it`,
    );
  },

  clientLeft() {
    return diagnostic('GW1408', 'the client left before this could be sent');
  },

  noRequest() {
    return diagnostic('GW1410', 'this stream received no request before its tenant was disposed');
  },

  unfinished(path: string) {
    return diagnostic(
      'GW1409',
      `the test held the stream of POST ${path} and never ended it: ` +
        'call complete(), error() or end() on what stream() returned',
    );
  },
};

/** Returns the message of an error envelope. */
function saying({ body }: GatewayResponse): string {
  if (body.kind !== 'json') return '';
  const value = body.value as
    | { readonly error?: { readonly message?: unknown } }
    | null
    | undefined;
  const message = value?.error?.message;
  return typeof message === 'string' ? `: ${message}` : '';
}
