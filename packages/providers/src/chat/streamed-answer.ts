import { Buffer } from 'node:buffer';
import { isEgressError, ProviderFailure, type Clock } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { Arrivals, arrivalsOf, NO_MORE } from '@model-gateway/core/http';
import type { Decoder } from './decoder.ts';
import { IntactCalls } from './intact-calls.ts';

/** How much, and for how long, a server may send behind its answer. */
const MOST_BYTES_BEHIND = 64 * 1024;
const LONGEST_MS_BEHIND = 1000;

interface StreamedAnswerOptions {
  readonly decoder: Decoder;
  readonly maxBytes: number;
  readonly clock: Clock;
  /** Ends the request, also while its body is being read; undefined if only its attempt can. */
  readonly abort: (() => void) | undefined;
}

/**
 * The parts of an answer that comes as a stream, read by read. A connection whose answer is over
 * stays open until its server has ended it, too, so that the next request can have it; without
 * `abort` it is closed.
 */
export class StreamedAnswer extends Arrivals<readonly ChatPart[]> {
  readonly #body: Arrivals<Uint8Array>;
  readonly #options: StreamedAnswerOptions;
  readonly #calls = new IntactCalls();
  #bytes = 0;
  #isOver = false;
  /** Whether the body has ended, or was left. */
  #isClosed = false;
  #isRestAwaited = false;
  /** What went wrong behind parts of the same read, which go out before it. */
  #failed: { readonly failure: unknown } | undefined;

  constructor(body: AsyncIterable<Uint8Array>, options: StreamedAnswerOptions) {
    super();
    this.#body = arrivalsOf(body);
    this.#options = options;
  }

  take(): IteratorResult<readonly ChatPart[], undefined> | undefined {
    if (this.#isOver) return NO_MORE;
    if (this.#failed !== undefined) throw this.#failed.failure;
    const read = this.#read();
    if (read === undefined) return undefined;
    if (read.done === true) {
      this.#isOver = this.#isClosed = true;
      const { decoder } = this.#options;
      const rest = [...decoder.end()];
      this.#calls.check(rest, decoder.isDamaged);
      return { done: false, value: rest };
    }
    const parts = this.#decoded(this.#counted(read.value));
    this.#isOver = parts.at(-1)?.type === 'done';
    return { done: false, value: parts };
  }

  whenReady(listener: () => void): void {
    if (this.#failed === undefined) this.#body.whenReady(listener);
    else listener();
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    const { abort } = this.#options;
    // An iterator that waits for its next read would be left only behind that.
    if (this.#isOver && abort !== undefined) this.#awaitRest(abort);
    else {
      this.#isOver = this.#isClosed = true;
      await this.#body.return();
    }
    return NO_MORE;
  }

  #decoded(bytes: Buffer): readonly ChatPart[] {
    const { decoder } = this.#options;
    const parts: ChatPart[] = [];
    try {
      try {
        decoder.push(bytes, parts);
      } finally {
        this.#calls.check(parts, decoder.isDamaged);
      }
    } catch (failure) {
      if (parts.length === 0) throw failure;
      this.#failed = { failure };
    }
    return parts;
  }

  #read(): IteratorResult<Uint8Array, undefined> | undefined {
    try {
      return this.#body.take();
    } catch (error) {
      // What breaks behind the finish reason takes nothing away.
      if (isEgressError(error) && this.#options.decoder.isComplete) return NO_MORE;
      throw error;
    }
  }

  /** A Buffer over the same memory finds a byte twenty times as fast as a plain Uint8Array. */
  #counted(bytes: Uint8Array): Buffer {
    const { maxBytes } = this.#options;
    this.#bytes += bytes.byteLength;
    if (this.#bytes > maxBytes) {
      throw new ProviderFailure('malformed', `its answer is larger than ${maxBytes} bytes`);
    }
    const { buffer, byteOffset, byteLength } = bytes;
    return Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength);
  }

  #awaitRest(abort: () => void): void {
    if (this.#isClosed || this.#isRestAwaited) return;
    this.#isRestAwaited = true;
    let bytes = 0;
    const stopTimer = this.#options.clock.after(LONGEST_MS_BEHIND, () => leave(), 'limit');
    const over = () => {
      this.#isClosed = true;
      stopTimer();
    };
    const leave = () => {
      over();
      abort();
      this.#body.return().catch(() => {});
    };
    const look = () => {
      try {
        for (let rest = this.#body.take(); !this.#isClosed; rest = this.#body.take()) {
          if (rest === undefined) return this.#body.whenReady(look);
          if (rest.done === true) return over();
          if ((bytes += rest.value.byteLength) > MOST_BYTES_BEHIND) return leave();
        }
      } catch {
        // The connection broke, and the answer was whole.
        return over();
      }
    };
    look();
  }
}
