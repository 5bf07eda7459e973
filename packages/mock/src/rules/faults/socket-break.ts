import { GatewayError } from '@model-gateway/core';
import { errorResponse, type GatewayResponse } from '@model-gateway/core/http';
import { diagnostic } from '../../diagnostics.ts';
import type { AbsentAnswer, BrokenAnswer } from '../wire-fault.ts';

/** The way to break a socket in place of sending an answer. */
export type SocketBreak =
  | { readonly kind: 'absent'; readonly fault: AbsentAnswer }
  | {
      readonly kind: 'broken';
      readonly fault: BrokenAnswer;
      /** The answer that there would be. */
      readonly answer: GatewayResponse;
    };

/** Registered, so that the ESM and the CJS build of this package know each other's. */
const BREAK = Symbol.for('@model-gateway/mock/socket-break');

type BreakingResponse = GatewayResponse & { readonly [BREAK]?: SocketBreak };

/**
 * A response that breaks the connection where `startMockGateway` sends it. Every other host sends a
 * 500 that says what is missing, rather than an answer as if nothing were wrong with it.
 */
export function breakingResponse(breaks: SocketBreak): GatewayResponse {
  const { message } = diagnostic(
    'GW1203',
    `the wire fault "${breaks.fault}" needs the socket of startMockGateway, and another adapter sent this answer`,
  );
  const response: BreakingResponse = {
    ...errorResponse(new GatewayError('internal', { message }), undefined),
    [BREAK]: breaks,
  };
  return response;
}

/** Returns the break that a response asks for; undefined for nearly all. */
export function socketBreakOf(response: BreakingResponse): SocketBreak | undefined {
  return response[BREAK];
}

/** Returns the response with its answer changed; of a broken one, the answer that it breaks, too. */
export function withAnswer(
  response: GatewayResponse,
  change: (answer: GatewayResponse) => GatewayResponse,
): GatewayResponse {
  const breaks = socketBreakOf(response);
  if (breaks?.kind !== 'broken') return change(response);
  const changed: BreakingResponse = {
    ...change(response),
    [BREAK]: { ...breaks, answer: change(breaks.answer) },
  };
  return changed;
}

/** Returns the status that the client sees; undefined if it gets none. */
export function statusOnWire(response: GatewayResponse): number | undefined {
  const breaks = socketBreakOf(response);
  if (breaks === undefined) return response.status;
  return breaks.kind === 'broken' ? breaks.answer.status : undefined;
}
