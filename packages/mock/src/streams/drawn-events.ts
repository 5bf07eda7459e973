import type { ImageEvent } from '@model-gateway/core';

/** The events of a provider for a streamed job, made on request, in any order. */
export class DrawnEvents {
  readonly #source: AsyncIterator<ImageEvent>;
  readonly #made: ImageEvent[] = [];

  constructor(events: AsyncIterable<ImageEvent>) {
    this.#source = events[Symbol.asyncIterator]();
  }

  /** Makes the first event; throws what the provider refuses the job with. */
  async begin(): Promise<void> {
    await this.#make();
  }

  /** Returns a partial image of the first image; undefined for an unknown index. */
  async partial(index: number): Promise<ImageEvent | undefined> {
    const isIt = (event: ImageEvent) => event.type === 'partial' && event.index === index;
    for (;;) {
      const found = this.#made.find(isIt);
      if (found !== undefined) return found;
      if ((await this.#make())?.type === 'image') return undefined;
    }
  }

  /** Yields the finished images and everything after them. */
  async *finished(): AsyncGenerator<ImageEvent, void> {
    const isFinished = ({ type }: ImageEvent) => type !== 'partial' && type !== 'text';
    for (const event of this.#made) if (isFinished(event)) yield event;
    for (let event = await this.#make(); event !== undefined; event = await this.#make()) {
      if (isFinished(event)) yield event;
    }
  }

  /** The next event that was not made yet; undefined after the last. */
  async #make(): Promise<ImageEvent | undefined> {
    const next = await this.#source.next();
    if (next.done === true) return undefined;
    this.#made.push(next.value);
    return next.value;
  }
}
