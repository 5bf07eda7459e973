import { errorResponse, type GatewayResponse } from '@model-gateway/core/http';
import type { Action } from '../action.ts';
import type { RuleContext } from '../rule-context.ts';
import type { Next } from '../rule.ts';
import { withHeldResponse } from '../../streams/hold-response.ts';
import { heldProvider } from '../../streams/hold-provider.ts';
import type { HeldStream } from '../../streams/held-stream.ts';
import { holdErrors } from '../../streams/hold-errors.ts';
import { HoldController } from '../../streams/hold-controller.ts';

/**
 * Returns a held stream for the test and the action behind it, which replaces the image provider of
 * one request and decides on the end of its stream. After `disposed` no request arrives.
 */
export function holdStream(disposed: AbortSignal): {
  readonly stream: HeldStream;
  readonly action: Action;
} {
  const hold = new HoldController();
  disposed.addEventListener('abort', () => hold.abandon(), { once: true });
  let isTaken = false;
  const answer: Action['answer'] = async (context, next) => {
    // A restored snapshot may bring the rule back, but not what the test has done.
    if (isTaken) return next();
    isTaken = true;
    const body = await context.json();
    hold.requested(context.journaled());
    if (asksForStream(context, body)) context.images = heldProvider(hold, context);
    else hold.refuse(holdErrors.notAskedFor(context.operation));
    return withHeldResponse(await answered(hold, context, next), hold, context);
  };
  const unmet = () => hold.unmet();
  const action: Action = {
    name: 'stream',
    times: 1,
    does: { action: 'stream', delayMs: 0 },
    skipsRules: true,
    needsStream: true,
    answer,
    unmet,
  };
  return { stream: hold.stream, action };
}

function asksForStream({ operation }: RuleContext, body: unknown): boolean {
  if (operation !== 'createImage' || typeof body !== 'object' || body === null) return false;
  return 'stream' in body && body.stream === true;
}

/** Handles the answer. Without a stream by then, nothing can be held. */
async function answered(
  hold: HoldController,
  { request }: RuleContext,
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
