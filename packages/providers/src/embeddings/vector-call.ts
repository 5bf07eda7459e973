import type { AttemptContext, EmbeddingAnswer, EmbeddingCall } from '@model-gateway/core';
import { ReadChunks } from '../http/chunk-memory.ts';
import type { JsonAnswer, ProviderRequest } from '../http/provider-request.ts';
import { readCut } from '../http/read-cut.ts';
import { accepted, type Upstream } from '../http/upstream.ts';

/** The call of one job: bound to its signal, its limits and the provider's key. */
export class VectorCall {
  readonly #context: AttemptContext;
  readonly #upstream: Upstream;
  readonly #chunks = new ReadChunks();

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
    const chunks = this.#chunks;
    return readCut(response, context, { payloadKey: 'embedding', maxAnswerBytes, chunks });
  }

  /** Offers to free the memory of the answers of this call: for those who keep none of their texts. */
  freeing(answer: Promise<EmbeddingAnswer>): EmbeddingCall {
    return Object.assign(answer, { free: () => this.#chunks.free() });
  }
}
