import type { AttemptContext } from '@model-gateway/core';
import { watch } from '../http/body.ts';
import { fieldsOf } from '../http/fields.ts';
import { parseCut, PayloadCutter } from '../http/payload-json.ts';
import type { JsonAnswer, ProviderRequest } from '../http/provider-request.ts';
import { accepted, type Upstream } from '../http/upstream.ts';

/** The call of one job: bound to its signal, its limits and the provider's key. */
export class VectorCall {
  readonly #context: AttemptContext;
  readonly #upstream: Upstream;

  constructor(context: AttemptContext, upstream: Upstream) {
    this.#context = context;
    this.#upstream = upstream;
  }

  /**
   * Sends the request and reads its answer as JSON. Texts of members called `embedding`, which are
   * base64, are cut out of it as they arrive and stand beside it.
   */
  async json(request: ProviderRequest): Promise<JsonAnswer> {
    const context = this.#context;
    const response = await accepted(this.#upstream, request, context, () => context.dispatched());
    const cutter = new PayloadCutter('embedding');
    const { maxAnswerBytes } = this.#upstream;
    for await (const chunk of watch(response.body, context, maxAnswerBytes)) cutter.push(chunk);
    const cut = cutter.take();
    const { status, headers } = response;
    return { fields: fieldsOf(parseCut(cut)), payloads: cut.payloads, status, headers };
  }
}
