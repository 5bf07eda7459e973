import type { GatewayHandler, GatewayRequest, GatewayResponse } from '@model-gateway/core';
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
      this.#change(1);
      let response: GatewayResponse | undefined;
      try {
        response = await handle(request);
      } catch (error) {
        this.#change(-1);
        throw error;
      }
      if (response !== undefined) return this.#untilOver(response, request);
      this.#change(-1);
      return undefined;
    };
  }

  /**
   * A stream is in flight until its reader has all of it, or leaves. Only then is the signal of the
   * request asked for, which adapters make when it is.
   */
  #untilOver(response: GatewayResponse, request: Pick<GatewayRequest, 'signal'>): GatewayResponse {
    const { body } = response;
    const over = async () => this.#change(-1);
    switch (body.kind) {
      case 'events': {
        const events = withEnding(body.events, request.signal, over);
        return { ...response, body: { ...body, events } };
      }
      case 'stream': {
        const chunks = withEnding(body.chunks, request.signal, over);
        return { ...response, body: { ...body, chunks } };
      }
      default:
        this.#change(-1);
        return response;
    }
  }

  #change(change: 1 | -1): void {
    this.#count += change;
    this.#onChange(change);
    if (this.#count > 0 || this.#waiting.length === 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
