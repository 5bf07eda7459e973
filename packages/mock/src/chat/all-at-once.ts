import { Arrivals, NO_MORE } from '@model-gateway/core/http';
import type { ChatPart } from '@model-gateway/core/chat';

/** The parts of an answer as one step, which is there before anybody asks. */
export class AllAtOnce extends Arrivals<readonly ChatPart[]> {
  #parts: readonly ChatPart[] | undefined;

  constructor(parts: readonly ChatPart[]) {
    super();
    this.#parts = parts;
  }

  take(): IteratorResult<readonly ChatPart[], undefined> {
    const parts = this.#parts;
    if (parts === undefined) return NO_MORE;
    this.#parts = undefined;
    return { done: false, value: parts };
  }

  whenReady(listener: () => void): void {
    listener();
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#parts = undefined;
    return NO_MORE;
  }
}
