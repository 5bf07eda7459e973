import type { GatewayHandler, GatewayResponse } from '@model-gateway/core';
import { withEnding } from '@model-gateway/core/http';

/** Counts the requests that arrived and have not ended, streams included. */
export class InFlight {
  #count = 0;
  #waiting: (() => void)[] = [];
  readonly #onChange: (change: 1 | -1) => void;

  /** `onChange` is called with each arrival and each end. */
  constructor(onChange: (change: 1 | -1) => void = () => {}) {
    this.#onChange = onChange;
  }

  /** Resolves when nothing is in flight. */
  async none(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Returns the handler with its requests counted. */
  counted(handle: GatewayHandler): GatewayHandler {
    return async (request) => {
      const end = this.#begin();
      try {
        const response = await handle(request);
        if (response !== undefined) return this.#until(response, request.signal, end);
        end();
        return undefined;
      } catch (error) {
        end();
        throw error;
      }
    };
  }

  #until(
    response: GatewayResponse,
    client: AbortSignal | undefined,
    end: () => void,
  ): GatewayResponse {
    const { body } = response;
    const ended = async () => end();
    switch (body.kind) {
      case 'events':
        return {
          ...response,
          body: { ...body, events: withEnding(generator(body.events), client, ended) },
        };
      case 'stream':
        return {
          ...response,
          body: { ...body, chunks: withEnding(generator(body.chunks), client, ended) },
        };
      default:
        end();
        return response;
    }
  }

  #begin(): () => void {
    this.#count++;
    this.#onChange(1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count--;
      this.#onChange(-1);
      if (this.#count > 0) return;
      for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }
}

async function* generator<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  yield* items;
}
