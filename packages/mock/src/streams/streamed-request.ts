import type { GatewayRequest } from '@model-gateway/core';
import type { VirtualClock } from '../clock/virtual-clock.ts';

/** The request whose answer is a stream. */
export interface StreamedRequest {
  /** Its signal aborts when the client leaves, and when the tenant is disposed. */
  readonly request: GatewayRequest;
  /** What it asked for, which decides on the form of the stream. */
  readonly operation: string;
  /** The tenant's. */
  readonly clock: VirtualClock;
}
