import { ProviderFailure, type AttemptContext } from '@model-gateway/core';
import type { ChatAnswer, ChatPart } from '@model-gateway/core/chat';
import { watch, wholeOf } from '../http/body.ts';
import { fieldsOf, type Fields } from '../http/fields.ts';
import type { ProviderRequest } from '../http/provider-request.ts';
import { accepted, type Upstream } from '../http/upstream.ts';
import type { Decoder } from './decoder.ts';
import { StreamedAnswer } from './streamed-answer.ts';
import { WholeAnswer } from './whole-answer.ts';

/** Of an answer that is not a stream: it is in memory as a whole, as bytes and as text. */
const MOST_WHOLE_BYTES = 64 * 1024 * 1024;
const MOST_SHORT_BYTES = 1024 * 1024;

type Warning = NonNullable<ChatAnswer['warnings']>[number];

/** Reports a parameter that is not sent as it was given. */
export type Warn = (parameter: string, note: string) => void;

/** The call of one attempt: bound to its signal, its limits and the provider's key. */
export class ChatCall {
  readonly #context: AttemptContext;
  readonly #upstream: Upstream;
  /** Who issues the sealed data of the answer. */
  readonly issuer: string;
  readonly #warnings: Warning[] = [];

  constructor(context: AttemptContext, upstream: Upstream, issuer: string) {
    this.#context = context;
    this.#upstream = upstream;
    this.issuer = issuer;
  }

  /** What the wire could not say as the client asked for it. */
  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  /** Reports a parameter that is not sent as it was given: `ignored`, or `clamped:` and the value. */
  warn(parameter: string, note: string): void {
    this.#warnings.push({ parameter, note });
  }

  /** Sends a request whose answer is short, and returns its members. */
  async json(request: ProviderRequest): Promise<Fields> {
    const { body, headers } = await accepted(this.#upstream, request, this.#context);
    const bytes = await wholeOf(
      watch(body, this.#context, MOST_SHORT_BYTES),
      headers['content-length'],
    );
    try {
      return fieldsOf(JSON.parse(new TextDecoder().decode(bytes)));
    } catch (cause) {
      throw new ProviderFailure('malformed', 'it answered with something else than JSON', {
        cause,
      });
    }
  }

  /**
   * Sends the request and resolves once it was accepted, with what it answers: as a stream or whole,
   * as its content type says. Throws `ProviderFailure` for a refusal.
   */
  async answer(
    request: ProviderRequest,
    decoder: Decoder,
  ): Promise<AsyncIterable<readonly ChatPart[]>> {
    const { maxAnswerBytes: maxBytes, clock } = this.#upstream;
    const own = request.accept === JSON_ONLY ? undefined : within(this.#context.signal);
    const response = await accepted(this.#upstream, request, this.#context, {
      onDispatch: () => this.#context.dispatched(),
      ending: own?.signal,
    });
    const type = response.headers['content-type'] ?? '';
    if (/\bjson\b/i.test(type)) {
      const most = Math.min(maxBytes, MOST_WHOLE_BYTES);
      const length = response.headers['content-length'];
      const context = this.#context;
      return new WholeAnswer(response.body, { decoder, maxBytes: most, length, context });
    }
    const abort = own && (() => own.abort());
    return new StreamedAnswer(response.body, { decoder, maxBytes, clock, abort });
  }
}

/** What requests accept whose answer is not a stream. */
const JSON_ONLY = 'application/json';

/** Ends a stream together with its attempt, or behind one that is complete, which aborts nothing. */
function within(signal: AbortSignal): AbortController {
  const own = new AbortController();
  signal.addEventListener('abort', () => own.abort(signal.reason), { once: true });
  return own;
}
