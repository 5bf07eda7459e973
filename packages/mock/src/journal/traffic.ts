import type { RequestObserver } from '@model-gateway/core';
import { GATEWAY_OPERATIONS } from '@model-gateway/core/kit';
import type { Redaction } from './redaction.ts';
import type { RequestRecord } from './request-record.ts';

/** Hears of the requests to all tenants of a gateway as they end. Must not throw. */
export interface TrafficListener {
  /** A request is over, or nothing handles it. Called once for each. */
  ended(request: EndedRequest): void;
  /** The gateway made images or an answer, in the same turn of the event loop as the end or before it. */
  generated(generation: MadeGeneration): void;
}

/** A request that is over, as received: show only what `redaction` has masked. */
export interface EndedRequest {
  readonly tenant: string;
  readonly record: RequestRecord;
  readonly redaction: Redaction;
}

export interface MadeGeneration {
  /** The `x-generation-id` of the response. */
  readonly id: string;
  readonly model: string;
  /** What the client is charged, USD as a decimal string. */
  readonly costUsd: string;
}

const GENERATING: ReadonlySet<string> = new Set([
  'createImage',
  ...GATEWAY_OPERATIONS.ofFaces.map(({ id }) => id),
]);

/** Reports what a gateway made, for requests that got as far as an answer by a provider. */
export function generationObserver(listener: TrafficListener): RequestObserver {
  return {
    wants: (operation) => (GENERATING.has(operation) ? 'metadata' : undefined),
    observe({ generation }) {
      if (generation?.id === undefined) return;
      const { id, model, costUsd } = generation;
      listener.generated({ id, model, costUsd });
    },
  };
}
