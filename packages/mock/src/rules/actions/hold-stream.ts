import {
  errorResponse,
  finishResponse,
  requestIdOf,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { isJsonObject } from '@model-gateway/core/kit';
import type { Action } from '../action.ts';
import type { RuleContext } from '../rule-context.ts';
import { isStreamed } from '../rule-target.ts';
import type { Next } from '../rule.ts';
import type { HeldChat } from '../../chat/held-chat.ts';
import type { HeldStream } from '../../streams/held-stream.ts';
import { heldChat, holdChat } from '../../chat/hold-chat.ts';
import type { AnyHold } from '../../streams/hold-controller.ts';
import { holdErrors } from '../../streams/hold-errors.ts';
import { heldProvider, holdImage } from '../../streams/hold-provider.ts';
import { withHeldResponse } from '../../streams/hold-response.ts';

/** A stream for the test, and the action behind it. */
interface Held<Stream> {
  readonly stream: Stream;
  readonly action: Action;
}

/**
 * Returns a held image, whose provider the test replaces for one request. After `disposed` no
 * request arrives.
 */
export function holdImages(disposed: AbortSignal): Held<HeldStream> {
  const { hold, stream } = holdImage();
  const action = holding(hold, disposed, (context) => {
    context.images = heldProvider(hold, context);
  });
  return { stream, action };
}

/** Returns a held conversation, whose model the test plays for one request. */
export function holdConversation(disposed: AbortSignal): Held<HeldChat> {
  const held = holdChat();
  const action = holding(held.hold, disposed, (context) => {
    context.chat = heldChat(held, context);
  });
  return { stream: held.stream, action };
}

function holding(
  hold: AnyHold,
  disposed: AbortSignal,
  take: (context: RuleContext) => void,
): Action {
  disposed.addEventListener('abort', () => hold.abandon(), { once: true });
  let isTaken = false;
  return {
    name: 'stream',
    times: 1,
    does: { action: 'stream', delayMs: 0 },
    skipsRules: true,
    needsStream: true,
    async answer(context, next) {
      // A restored snapshot may bring the rule back, but not what the test has done.
      if (isTaken) return next();
      isTaken = true;
      context.isByEvent = true;
      const body = await context.json();
      hold.requested(context.journaled());
      const { operation } = context;
      if (isStreamed(operation) && asksForStream(body)) take(context);
      else hold.refuse(holdErrors.notAskedFor(operation, isStreamed(operation)));
      return withHeldResponse(await answered(hold, context, next), hold, context);
    },
    unmet: () => hold.unmet(),
  };
}

function asksForStream(body: unknown): boolean {
  return isJsonObject(body) && body['stream'] === true;
}

/** Handles the answer. Without a stream by then, nothing can be held. */
async function answered(
  hold: AnyHold,
  { request }: RuleContext,
  next: Next,
): Promise<GatewayResponse> {
  const refuse = (response: GatewayResponse) => {
    if (request.signal?.aborted === true) hold.leave();
    else hold.refuse(holdErrors.answeredOtherwise(response));
  };
  try {
    const response = await next();
    if (hold.isEnded && response.body.kind !== 'events') return bareStream(request);
    refuse(response);
    return response;
  } catch (error) {
    refuse(errorResponse(error, undefined));
    throw error;
  }
}

/** The stream of a conversation that the test ended before anything was said. */
function bareStream(request: RuleContext['request']): GatewayResponse {
  const events = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
  const response = { status: 200, headers: {}, body: { kind: 'events', events } } as const;
  return finishResponse(request, response, requestIdOf(request));
}
