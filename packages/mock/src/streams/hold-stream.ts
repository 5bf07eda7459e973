import { errorResponse, type GatewayResponse } from '@model-gateway/core/http';
import type { Action } from '../rules/action.ts';
import type { RuledRequest } from '../rules/ruled-request.ts';
import type { Next } from '../rules/rule.ts';
import { withHeldEnd } from './held-end.ts';
import { heldImages } from './held-images.ts';
import type { HeldStream } from './held-stream.ts';
import { holdErrors } from './hold-errors.ts';
import { StreamHold } from './stream-hold.ts';

/**
 * What a test gets that wants to hold a stream, and what a rule does to give it: it takes the place
 * of the image provider for one request, and decides on the end of its stream. After `disposed` no
 * request comes any more.
 */
export function holdStream(disposed: AbortSignal): {
  readonly stream: HeldStream;
  readonly action: Action;
} {
  const hold = new StreamHold();
  disposed.addEventListener('abort', () => hold.abandon(), { once: true });
  let isTaken = false;
  const answer: Action['answer'] = async (ruled, next) => {
    // A restored snapshot may bring the rule back, but not what the test has done.
    if (isTaken) return next();
    isTaken = true;
    const body = await ruled.json();
    hold.requested(ruled.journaled());
    if (asksForStream(ruled, body)) ruled.images = heldImages(hold, ruled);
    else hold.refuse(holdErrors.notAskedFor(ruled));
    return withHeldEnd(await answered(hold, ruled, next), hold, ruled);
  };
  const complaint = () => hold.complaint();
  const action: Action = { name: 'stream', times: 1, skipsRules: true, answer, complaint };
  return { stream: hold.stream, action };
}

function asksForStream({ operation }: RuledRequest, body: unknown): boolean {
  if (operation !== 'createImage' || typeof body !== 'object' || body === null) return false;
  return 'stream' in body && body.stream === true;
}

/** The answer. If there is no stream by then, there is none to hold. */
async function answered(
  hold: StreamHold,
  { request }: RuledRequest,
  next: Next,
): Promise<GatewayResponse> {
  const refuse = (response: GatewayResponse) => {
    if (request.signal?.aborted === true) hold.leave();
    else hold.refuse(holdErrors.answeredOtherwise(response));
  };
  try {
    const response = await next();
    refuse(response);
    return response;
  } catch (error) {
    refuse(errorResponse(error, undefined));
    throw error;
  }
}
