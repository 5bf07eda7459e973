import { GatewayError } from '../errors.ts';

/**
 * Counts the chunks of a body against its limit. An adapter counts what arrives and stops reading at
 * the first throw, `GatewayError('payloadTooLarge')`.
 */
export class ByteLimit {
  readonly #limit: number;
  #length = 0;

  /** @param announced the content-length, if any: enough to refuse a body before reading it */
  constructor(limitBytes: number, announced: string | undefined) {
    this.#limit = limitBytes;
    if (announced !== undefined && Number(announced) > limitBytes) this.#refuse();
  }

  count(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#length > this.#limit) this.#refuse();
  }

  #refuse(): never {
    throw new GatewayError('payloadTooLarge', {
      metadata: { limit_bytes: this.#limit },
    });
  }
}
