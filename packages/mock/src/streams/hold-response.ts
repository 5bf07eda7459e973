import { withEnding, type GatewayResponse, type ServerSentEvent } from '@model-gateway/core/http';
import type { StreamedRequest } from './streamed-request.ts';
import { holdErrors } from './hold-errors.ts';
import { endOfStream } from './endings.ts';
import { streamFormOf } from './stream-form.ts';
import type { AnyHold } from './hold-controller.ts';

/** Returns the response with a stream that ends when and how the test decides. */
export function withHeldResponse(
  response: GatewayResponse,
  hold: AnyHold,
  { request: { signal }, operation, clock }: StreamedRequest,
): GatewayResponse {
  const { body } = response;
  if (body.kind !== 'events') return response;
  const source = body.events[Symbol.asyncIterator]();
  const left = new AbortController();
  const gone = signal === undefined ? left.signal : AbortSignal.any([left.signal, signal]);

  const form = streamFormOf(operation);
  const sent: ServerSentEvent[] = [];
  let isAtEnd = false;

  async function* events(): AsyncGenerator<ServerSentEvent, void> {
    for (;;) {
      const next = source.next();
      const first = await Promise.race([next, hold.end]);
      if ('ending' in first) {
        // The rest of the gateway's events is dropped.
        next.catch(() => {});
        await source.return?.();
        yield* endOfStream({ ...first, form, sent, clock, gone });
        return;
      }
      isAtEnd = first.done === true;
      if (first.done === true) return;
      if (first.value.data !== undefined) sent.push(first.value);
      yield first.value;
    }
  }

  const close = async () => {
    left.abort(new Error('the reader of the stream left'));
    if (isDisposal(signal?.reason)) {
      hold.close(() => holdErrors.over('its tenant was disposed'));
    } else {
      hold.close(isAtEnd ? () => holdErrors.over(BY_THE_GATEWAY) : holdErrors.clientLeft);
      hold.waive();
    }
    await source.return?.();
  };
  return { ...response, body: { ...body, events: withEnding(events(), gone, close) } };
}

const BY_THE_GATEWAY =
  'the gateway ended it, as it does when a provider is silent for longer than 60 s of the clock';

/** Returns whether a reason is the one of a disposed tenant. */
function isDisposal(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'GW1208';
}
