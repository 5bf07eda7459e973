import { withoutBody, type KeptResponse } from './kept-response.ts';

/** A record that may hold an answer. */
export interface ResponseHolder {
  response: KeptResponse | undefined;
}

/**
 * The answers that a journal holds, up to a total of bytes: the oldest lose their bodies first. Those
 * that were dropped since stay in the queue, without an answer, until it is their turn.
 */
export class KeptResponses {
  readonly #mostBytes: () => number;
  /** In the order of their answers. Not a `Map`, which makes itself a new table again and again. */
  #queue: ResponseHolder[] = [];
  #bytes = 0;

  constructor(mostBytes: () => number) {
    this.#mostBytes = mostBytes;
  }

  /** Puts an answer in its record, in place of an earlier one. */
  keep(holder: ResponseHolder, response: KeptResponse): void {
    const earlier = holder.response?.size ?? 0;
    holder.response = response;
    this.#bytes += response.size - earlier;
    if (earlier === 0 && response.size > 0) this.#queue.push(holder);
    const most = this.#mostBytes();
    while (this.#bytes > most || this.#queue[0]?.response?.size === 0) {
      const oldest = this.#queue.shift();
      if (oldest === undefined) break;
      this.forget(oldest);
    }
  }

  /** Takes the body out of an answer. */
  forget(holder: ResponseHolder): void {
    const { response } = holder;
    if (response === undefined) return;
    this.#bytes -= response.size;
    holder.response = withoutBody(response);
  }

  clear(): void {
    this.#queue = [];
    this.#bytes = 0;
  }
}
