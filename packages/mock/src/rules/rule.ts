import type { Clock, GatewayRequest, GatewayResponse, OperationId } from '@model-gateway/core';

/** A request on its way through the rules. Its body may be read by everybody. */
export interface RuledRequest {
  readonly operation: OperationId;
  readonly request: GatewayRequest;
  /** The tenant's. */
  readonly clock: Clock;
}

/** Asks the rules after this one, and at last the gateway itself. */
export type Next = () => Promise<GatewayResponse>;

/** What becomes of some requests, before or instead of the gateway's own answer. */
export interface Rule {
  /** Names it in the journal and in the response's `x-mock-rule`. */
  readonly id: string;
  /** For how many requests it is there. */
  readonly times: number;
  matches(ruled: RuledRequest): boolean | Promise<boolean>;
  answer(ruled: RuledRequest, next: Next): Promise<GatewayResponse>;
}
