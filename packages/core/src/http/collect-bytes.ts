import { GatewayError } from '../errors.ts';
import { concatenate } from './concatenate.ts';

/**
 * Gathers the chunks of a body, up to a limit. An adapter pushes what arrives and stops reading at
 * the first throw, so a body that is too large is refused without being read whole.
 */
export class ByteCollector {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** `announced` is the content-length, when there is one: enough to refuse before reading. */
  constructor(limitBytes: number, announced: string | undefined) {
    this.#limit = limitBytes;
    if (announced !== undefined && Number(announced) > limitBytes) this.#refuse();
  }

  push(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#length > this.#limit) this.#refuse();
    this.#chunks.push(chunk);
  }

  bytes(): Uint8Array {
    return concatenate(this.#chunks);
  }

  #refuse(): never {
    throw new GatewayError('payloadTooLarge', {
      metadata: { limit_bytes: this.#limit },
    });
  }
}
