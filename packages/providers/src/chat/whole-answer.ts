import { ProviderFailure, type AttemptContext } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { Arrivals, arrivalsOf, NO_MORE } from '@model-gateway/core/http';
import { WholeBytes } from '../http/body.ts';
import { Utf8Text } from '../http/utf8-text.ts';
import type { Decoder } from './decoder.ts';
import { IntactCalls } from './intact-calls.ts';

interface WholeAnswerOptions {
  readonly decoder: Pick<Decoder, 'whole'>;
  readonly maxBytes: number;
  /** The length that the server states, as a header has it. */
  readonly length: string | undefined;
  readonly context: Pick<AttemptContext, 'progress' | 'hold'>;
}

/** The parts of an answer that does not come as a stream: all at once, when all of it is there. */
export class WholeAnswer extends Arrivals<readonly ChatPart[]> {
  readonly #body: Arrivals<Uint8Array>;
  readonly #options: WholeAnswerOptions;
  readonly #bytes: WholeBytes;
  /** Until there is room in memory for more. */
  #room: Promise<void> | undefined;
  #isOver = false;

  constructor(body: AsyncIterable<Uint8Array>, options: WholeAnswerOptions) {
    super();
    this.#body = arrivalsOf(body);
    this.#options = options;
    this.#bytes = new WholeBytes(options.length);
  }

  take(): IteratorResult<readonly ChatPart[], undefined> | undefined {
    if (this.#isOver) return NO_MORE;
    while (this.#room === undefined) {
      const read = this.#body.take();
      if (read === undefined) return undefined;
      if (read.done === true) {
        this.#isOver = true;
        const utf8 = new Utf8Text();
        const parts = [...this.#options.decoder.whole(utf8.textOf(this.#bytes.all()))];
        new IntactCalls().check(parts, utf8.isDamaged);
        return { done: false, value: parts };
      }
      this.#add(read.value);
    }
    return undefined;
  }

  whenReady(listener: () => void): void {
    if (this.#room === undefined) this.#body.whenReady(listener);
    else {
      void this.#room.finally(() => {
        this.#room = undefined;
        listener();
      });
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#isOver) {
      this.#isOver = true;
      await this.#body.return();
    }
    return NO_MORE;
  }

  #add(chunk: Uint8Array): void {
    const { context, maxBytes } = this.#options;
    context.progress();
    this.#bytes.push(chunk);
    if (this.#bytes.length > maxBytes) {
      throw new ProviderFailure('malformed', `its answer is larger than ${maxBytes} bytes`);
    }
    this.#room = context.hold(chunk.byteLength);
  }
}
