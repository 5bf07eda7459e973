/**
 * The order of everything that happens to the journals of one gateway, which its readers follow
 * from a position of their own: the log itself holds no events.
 */
export class ChangeLog {
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  #epoch: string | undefined;
  #position = 0;
  #hasReader = false;

  /** Distinguishes the positions of this gateway from those of another on the same port. */
  get epoch(): string {
    // Drawn for the first reader, since loading `crypto` is a noticeable part of a start.
    return (this.#epoch ??= crypto.randomUUID().slice(0, 8));
  }

  /** Whether a client has read it, so that answers are worth more memory. */
  get hasReader(): boolean {
    return this.#hasReader;
  }

  /** Aborts when the gateway closes. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Returns the position of a change, and wakes the readers. */
  next(): number {
    this.#position++;
    for (const listener of this.#listeners) listener();
    return this.#position;
  }

  /** Calls `listener` after each change; returns how to stop that. */
  onChange(listener: () => void): () => void {
    this.#hasReader = true;
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends the streams of its readers. Idempotent. */
  close(): void {
    this.#closing.abort();
  }
}
