import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { writesItself } from './write-chunk.ts';

/** Tells when what was written to a response has left, so that its memory is free. */
export class Leaving {
  readonly #res: ServerResponse;
  #writes = 0;
  #hasFailed = false;
  #listener = () => {};

  private constructor(res: ServerResponse) {
    this.#res = res;
    res.on('close', () => this.#listener());
  }

  /**
   * Undefined for a response whose bytes go through middleware, through a `write` of the socket that is
   * not Node's, or into a stream in this process: those may keep them.
   */
  static from(res: ServerResponse): Leaving | undefined {
    const { socket } = res;
    const isNodes = socket instanceof Socket && socket.write === Duplex.prototype.write;
    return isNodes && writesItself(res) ? new Leaving(res) : undefined;
  }

  /** Counts a write; returns what is to be called when it has left. */
  next(): (error?: Error | null) => void {
    this.#writes++;
    return this.#onLeft;
  }

  /**
   * Resolves to whether all that was written has left; false once the client has, and at once where
   * the host holds it back, perhaps until the end.
   */
  async haveAll(): Promise<boolean> {
    if (this.#writes > 0 && !this.#res.destroyed && this.#res.writableCorked === 0) {
      await new Promise<void>((resolve) => (this.#listener = resolve));
    }
    return this.#writes === 0 && !this.#hasFailed && !this.#res.destroyed;
  }

  /** Calls `listener` once all that was written has left; never once the client has. */
  whenAllHave(listener: () => void): void {
    const look = () => {
      if (this.#writes === 0 && !this.#hasFailed && !this.#res.destroyed) listener();
    };
    this.#listener = look;
  }

  readonly #onLeft = (error?: Error | null): void => {
    this.#writes--;
    this.#hasFailed ||= error != null;
    if (this.#writes === 0) this.#listener();
  };
}
