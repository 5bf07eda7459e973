import type { GatewayResponse } from '@model-gateway/core/http';
import { concatenate } from '@model-gateway/core/http';
import { type HeardAnswer, heardStream, heardWhole, jsonIn } from '@model-gateway/core/kit';
import { eventOf, framesIn } from '../http/with-events.ts';

/** Characters or bytes of a stream that are kept. */
const MOST_CHARACTERS = 256 * 1024;

/** What a model said to a client, kept as it was sent and read when somebody asks. */
export class KeptWords {
  readonly #operation: string;
  readonly #body: GatewayResponse['body'];
  readonly #sent: (string | Uint8Array)[] = [];
  #room = MOST_CHARACTERS;

  constructor(operation: string, { body }: Pick<GatewayResponse, 'body'>) {
    this.#operation = operation;
    this.#body = body;
  }

  /** Notes the data of an event that was sent, or the frames of several. */
  sent(said: string | Uint8Array): void {
    const kept = said.slice(0, this.#room);
    this.#room -= kept.length;
    if (kept.length > 0) this.#sent.push(kept);
  }

  /** Returns what was heard so far; undefined for an error, and for what is no answer of a model. */
  heard(): HeardAnswer | undefined {
    const body = this.#body;
    if (body.kind === 'json') return heardWhole(this.#operation, body.value);
    if (body.kind === 'bytes') return heardWhole(this.#operation, jsonIn(textOf(body.parts)));
    return heardStream(this.#operation, this.#sent.flatMap(dataIn));
  }
}

function dataIn(said: string | Uint8Array): readonly string[] {
  if (typeof said === 'string') return [said];
  return framesIn(said).flatMap((frame) => eventOf(frame).data ?? []);
}

function textOf(parts: Iterable<Uint8Array>): string {
  return new TextDecoder().decode(concatenate([...parts]));
}
