import type { GatewayRequest } from '@model-gateway/core';
import type { VirtualClock } from '../clock/virtual-clock.ts';

/** The request whose answer is a stream. */
export interface StreamedRequest {
  /** Its signal aborts when the client leaves, and when the tenant is disposed. */
  readonly request: GatewayRequest;
  /** The tenant's. */
  readonly clock: VirtualClock;
}
