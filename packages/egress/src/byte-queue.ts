import { Arrivals, NO_MORE, Slab } from '@model-gateway/core/http';

/** The producer that fills a queue. */
export interface QueueSource {
  /** Called when the reader has caught up. */
  resume(): void;
  /** Called when the reader has left. */
  cancel(): void;
}

type End = { readonly failed: false } | { readonly failed: true; readonly error: unknown };

/** Unread bytes at which the source should pause. */
const FULL_BYTES = 256 * 1024;

/**
 * The bytes of an answer between its connection and its reader: chunks as they came, small ones
 * that have to wait copied together, so that what waits is bounded however the answer was cut. An
 * iterator of its own rather than a generator, because `return()` has to close the connection even
 * before it is read.
 */
export class ByteQueue extends Arrivals<Uint8Array> {
  /** Whether every chunk has memory of its own: a chunk is taken once. */
  isReadersOwn = false;
  readonly #source: QueueSource;
  #chunks: Uint8Array[] = [];
  /** Small chunks that wait, after the others. */
  #slab = new Slab();
  #bytes = 0;
  #isPaused = false;
  /** How the answer ended, after the chunks. */
  #end: End | undefined;
  #listener: (() => void) | undefined;

  constructor(source: QueueSource) {
    super();
    this.#source = source;
  }

  /** Adds a chunk; false when the source should pause until `resume`. */
  push(chunk: Uint8Array): boolean {
    if (this.#end !== undefined) return true;
    this.#add(chunk);
    this.#bytes += chunk.byteLength;
    this.#isPaused = this.#bytes >= FULL_BYTES;
    this.#wake();
    return !this.#isPaused;
  }

  /** Ends the queue; unread chunks stay readable. */
  end(): void {
    this.#finish({ failed: false });
  }

  /** Fails the queue; the reader receives the error after the chunks before it. */
  fail(error: unknown): void {
    this.#finish({ failed: true, error });
  }

  /** Aborts the queue; the reader receives the reason at once. */
  abort(error: unknown): void {
    this.#drop();
    this.fail(error);
  }

  take(): IteratorResult<Uint8Array, undefined> | undefined {
    const chunk = this.#chunks.shift() ?? this.#takeSlab();
    if (chunk !== undefined) {
      this.#taken(chunk);
      return { done: false, value: chunk };
    }
    const end = this.#end;
    if (end === undefined) return undefined;
    this.#end = { failed: false };
    if (end.failed) throw end.error;
    return NO_MORE;
  }

  whenReady(listener: () => void): void {
    this.#listener = listener;
    if (this.#end !== undefined || this.#chunks.length > 0 || this.#slab.size > 0) this.#wake();
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#drop();
    this.#end = { failed: false };
    this.#source.cancel();
    this.#wake();
    return Promise.resolve(NO_MORE);
  }

  #add(chunk: Uint8Array): void {
    const waits = this.#chunks.length > 0 || this.#slab.size > 0;
    const isKept = !waits || !Slab.isSmall(chunk);
    if (!isKept && this.#slab.add(chunk)) return;
    const before = this.#takeSlab();
    if (before !== undefined) this.#chunks.push(before);
    if (isKept) this.#chunks.push(chunk);
    else this.#slab.add(chunk);
  }

  #takeSlab(): Uint8Array | undefined {
    return this.#slab.size > 0 ? this.#slab.take() : undefined;
  }

  #drop(): void {
    this.#chunks = [];
    this.#slab = new Slab();
  }

  #taken(chunk: Uint8Array): void {
    this.#bytes -= chunk.byteLength;
    if (!this.#isPaused || this.#bytes >= FULL_BYTES) return;
    this.#isPaused = false;
    this.#source.resume();
  }

  #finish(end: End): void {
    this.#end ??= end;
    this.#wake();
  }

  #wake(): void {
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.();
  }
}
