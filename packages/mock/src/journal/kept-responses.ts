import { withoutBody, type KeptResponse } from './kept-response.ts';

/** A record that may hold an answer. */
export interface ResponseHolder {
  response: KeptResponse | undefined;
}

/** The answers that a journal holds, up to a total of bytes: the oldest lose their bodies first. */
export class KeptResponses {
  readonly #mostBytes: () => number;
  readonly #holders = new Map<ResponseHolder, number>();
  #bytes = 0;

  constructor(mostBytes: () => number) {
    this.#mostBytes = mostBytes;
  }

  /** Puts an answer in its record, in place of an earlier one. */
  keep(holder: ResponseHolder, response: KeptResponse): void {
    holder.response = response;
    this.#bytes += response.size - (this.#holders.get(holder) ?? 0);
    if (response.size > 0) this.#holders.set(holder, response.size);
    const most = this.#mostBytes();
    for (const oldest of this.#holders.keys()) {
      if (this.#bytes <= most) break;
      if (oldest.response !== undefined) oldest.response = withoutBody(oldest.response);
      this.forget(oldest);
    }
  }

  /** A record is gone, and its answer with it. */
  forget(holder: ResponseHolder): void {
    this.#bytes -= this.#holders.get(holder) ?? 0;
    this.#holders.delete(holder);
  }

  clear(): void {
    this.#holders.clear();
    this.#bytes = 0;
  }
}
