import type { AttemptContext } from '@model-gateway/core';
import type { JsonAnswer, ProviderRequest } from '../http/provider-request.ts';
import { readCut } from '../http/read-cut.ts';
import { accepted, type Upstream } from '../http/upstream.ts';

/** The call of one job: bound to its signal, its limits and the provider's key. */
export class VectorCall {
  readonly #context: AttemptContext;
  readonly #upstream: Upstream;

  constructor(context: AttemptContext, upstream: Upstream) {
    this.#context = context;
    this.#upstream = upstream;
  }

  /** Sends the request and reads its answer as JSON, with texts of members called `embedding` beside it. */
  async json(request: ProviderRequest): Promise<JsonAnswer> {
    const context = this.#context;
    const onDispatch = () => context.dispatched();
    const response = await accepted(this.#upstream, request, context, { onDispatch });
    const { maxAnswerBytes } = this.#upstream;
    return readCut(response, context, { payloadKey: 'embedding', maxAnswerBytes });
  }
}
