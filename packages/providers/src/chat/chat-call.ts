import { isEgressError, type AttemptContext, type IncomingResponse } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { watch, wholeOf } from '../http/body.ts';
import type { ProviderRequest } from '../http/provider-request.ts';
import { accepted, type Upstream } from '../http/upstream.ts';

/** Reads the answer of a wire, in the order in which it arrives. */
export interface Decoder {
  /** Whether nothing is missing but the end. */
  readonly isComplete: boolean;
  push(bytes: Uint8Array): readonly ChatPart[];
  end(): readonly ChatPart[];
  /** Reads an answer that is not a stream. */
  whole(body: string): readonly ChatPart[];
}

/** Of an answer that is not a stream: it is in memory as a whole, as bytes and as text. */
const MOST_WHOLE_BYTES = 64 * 1024 * 1024;

/** The call of one attempt: bound to its signal, its limits and the provider's key. */
export class ChatCall {
  readonly #context: AttemptContext;
  readonly #upstream: Upstream;
  /** Who issues the sealed data of the answer. */
  readonly issuer: string;

  constructor(context: AttemptContext, upstream: Upstream, issuer: string) {
    this.#context = context;
    this.#upstream = upstream;
    this.issuer = issuer;
  }

  /**
   * Sends the request and resolves once it was accepted, with what it answers: as a stream or whole,
   * as its content type says. Throws `ProviderFailure` for a refusal.
   */
  async answer(
    request: ProviderRequest,
    decoder: Decoder,
  ): Promise<AsyncIterable<readonly ChatPart[]>> {
    const context = this.#context;
    const onDispatch = () => context.dispatched();
    const response = await accepted(this.#upstream, request, context, onDispatch);
    const type = response.headers['content-type'] ?? '';
    return /\bjson\b/i.test(type)
      ? this.#whole(response, decoder)
      : this.#stream(response, decoder);
  }

  async *#whole(
    { body, headers }: IncomingResponse,
    decoder: Decoder,
  ): AsyncGenerator<readonly ChatPart[], void> {
    const most = Math.min(this.#upstream.maxAnswerBytes, MOST_WHOLE_BYTES);
    const watched = watch(body, this.#context, most);
    const bytes = await wholeOf(watched, headers['content-length']);
    yield decoder.whole(new TextDecoder().decode(bytes));
  }

  async *#stream(
    { body }: IncomingResponse,
    decoder: Decoder,
  ): AsyncGenerator<readonly ChatPart[], void> {
    const context: AttemptContext = {
      signal: this.#context.signal,
      dispatched: () => {},
      progress: () => this.#context.progress(),
      // Parts are passed on as they come: nothing of a stream stays in memory here.
      hold: () => undefined,
    };
    const chunks = watch(body, context, this.#upstream.maxAnswerBytes);
    try {
      for await (const chunk of chunks) {
        const parts = decoder.push(chunk);
        yield parts;
        if (parts.at(-1)?.type === 'done') return;
      }
    } catch (error) {
      // What breaks behind the finish reason takes nothing away.
      if (!isEgressError(error) || !decoder.isComplete) throw error;
    }
    yield decoder.end();
  }
}
