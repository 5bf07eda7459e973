import type { GatewayResponse } from '@model-gateway/core/http';
import type { RuleContext } from '../rule-context.ts';

/** What a rule gave to a request. */
export interface Given {
  /** The position of the step. */
  readonly step: number;
  /** Whether the client has received all of it. */
  isDelivered: boolean;
}

/** Requests that are remembered: far more than a test makes at a time. */
const MOST = 1000;

/**
 * What a rule has given to the requests of a tenant, so that a client that sends one again, since
 * its answer broke, gets the same.
 */
export class Served {
  /** How many requests got a step, repeated ones left out. */
  count = 0;
  readonly #given = new Map<string, Given>();
  readonly #failures = new Map<string, number>();

  /** Returns what the same request was given, if this one repeats it. */
  repeated(identity: string, { request }: RuleContext): Given | undefined {
    const given = this.#given.get(identity);
    const { 'x-stainless-retry-count': retries = '0', 'idempotency-key': key } = request.headers;
    const isSaidToRepeat = Number(retries) > 0 || key !== undefined;
    return given !== undefined && (isSaidToRepeat || !given.isDelivered) ? given : undefined;
  }

  /** Notes that a request gets a step. */
  give(identity: string, step: number): Given {
    const given: Given = { step, isDelivered: false };
    this.count++;
    keep(this.#given, identity, given);
    return given;
  }

  /** How many errors the same request has got. */
  failures(identity: string): number {
    return this.#failures.get(identity) ?? 0;
  }

  /** Notes that a request gets an error, after which the next step is due. */
  failed(identity: string): void {
    this.#given.delete(identity);
    keep(this.#failures, identity, this.failures(identity) + 1);
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MOST) return;
    map.delete(oldest);
  }
}

/** Notes when all of a response was read, unless a rule breaks it. */
export function delivering(
  response: GatewayResponse,
  given: Given,
  context: RuleContext,
): GatewayResponse {
  const { body } = response;
  const done = () => {
    given.isDelivered = !context.isBroken;
  };
  if (body.kind === 'events') {
    return { ...response, body: { ...body, events: noting(body.events, done) } };
  }
  if (body.kind === 'stream') {
    return { ...response, body: { ...body, chunks: noting(body.chunks, done) } };
  }
  done();
  return response;
}

/** By hand, because a generator cannot be ended while it waits for the next item. */
function noting<Item>(items: AsyncIterable<Item>, done: () => void): AsyncIterable<Item> {
  const source = items[Symbol.asyncIterator]();
  const noted = {
    async next() {
      const next = await source.next();
      if (next.done === true) done();
      return next;
    },
    async return() {
      await source.return?.();
      return { done: true, value: undefined } as const;
    },
  };
  return { [Symbol.asyncIterator]: () => noted };
}
