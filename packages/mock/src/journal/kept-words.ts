import type { GatewayResponse } from '@model-gateway/core/http';
import { concatenate } from '@model-gateway/core/http';
import { heardStream, heardWhole, type HeardAnswer } from '@model-gateway/core/kit';

/** Characters of a stream that are kept. */
const MOST_CHARACTERS = 256 * 1024;

/** What a model said to a client, kept as it was sent and read when somebody asks. */
export class KeptWords {
  readonly #operation: string;
  readonly #body: GatewayResponse['body'];
  readonly #events: string[] = [];
  #characters = 0;

  constructor(operation: string, { body }: Pick<GatewayResponse, 'body'>) {
    this.#operation = operation;
    this.#body = body;
  }

  /** Notes the data of an event that was sent. */
  sent(data: string): void {
    this.#characters += data.length;
    if (this.#characters <= MOST_CHARACTERS) this.#events.push(data);
  }

  /** Returns what was heard so far; undefined for an error, and for what is no answer of a model. */
  heard(): HeardAnswer | undefined {
    const body = this.#body;
    if (body.kind === 'json') return heardWhole(this.#operation, body.value);
    if (body.kind === 'bytes') return heardWhole(this.#operation, jsonOf(body.parts));
    return heardStream(this.#operation, this.#events);
  }
}

function jsonOf(parts: Iterable<Uint8Array>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(concatenate([...parts])));
  } catch {
    return undefined;
  }
}
