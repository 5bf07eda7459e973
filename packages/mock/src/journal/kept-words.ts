import type { GatewayResponse } from '@model-gateway/core/http';
import { concatenate } from '@model-gateway/core/http';
import { type HeardAnswer, heardStream, heardWhole, jsonIn } from '@model-gateway/core/kit';
import { eventOf, framesIn } from '../http/with-events.ts';

/** Characters or bytes of a stream that are kept. */
const MOST_CHARACTERS = 256 * 1024;

/** What a model said to a client, kept as it was sent and read when somebody asks. */
export class KeptWords {
  readonly #operation: string;
  /** An answer that was sent whole. A stream would keep its whole pipeline in memory. */
  readonly #whole: WholeBody | undefined;
  /** Of a stream; most answers are whole, and the journal keeps many. */
  #sent: (string | Uint8Array)[] | undefined;
  #room = MOST_CHARACTERS;

  constructor(operation: string, { body }: Pick<GatewayResponse, 'body'>) {
    this.#operation = operation;
    this.#whole = body.kind === 'json' || body.kind === 'bytes' ? body : undefined;
  }

  /** Notes the data of an event that was sent, or the frames of several; the bytes are not copied. */
  sent(said: string | Uint8Array): void {
    const kept = said.length <= this.#room ? said : beginningOf(said, this.#room);
    this.#room -= kept.length;
    if (kept.length > 0) (this.#sent ??= []).push(kept);
  }

  /** Returns what was heard so far; undefined for an error, and for what is no answer of a model. */
  heard(): HeardAnswer | undefined {
    if (this.#whole !== undefined) return heardWhole(this.#operation, valueOf(this.#whole));
    return heardStream(this.#operation, (this.#sent ?? []).flatMap(dataIn));
  }
}

type WholeBody = Extract<GatewayResponse['body'], { readonly kind: 'json' | 'bytes' }>;

function valueOf(body: WholeBody): unknown {
  return body.kind === 'json' ? body.value : jsonIn(textOf(body.parts));
}

function dataIn(said: string | Uint8Array): readonly string[] {
  if (typeof said === 'string') return [said];
  return framesIn(said).flatMap((frame) => eventOf(frame).data ?? []);
}

function textOf(parts: Iterable<Uint8Array>): string {
  return new TextDecoder().decode(concatenate([...parts]));
}

/** Copies bytes, because a view, which a Buffer would return, keeps the whole chunk in memory. */
function beginningOf(said: string | Uint8Array, length: number): string | Uint8Array {
  return typeof said === 'string'
    ? said.slice(0, length)
    : Uint8Array.prototype.slice.call(said, 0, length);
}
