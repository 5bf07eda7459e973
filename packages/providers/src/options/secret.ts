import { ProviderFailure } from '@model-gateway/core';
import { checkKey } from './check-options.ts';

/** The provider's key, which is read before each call and is never part of a text. */
export class Secret {
  readonly #source: string | (() => string | Promise<string>);
  /** The keys that a function returned, by the signal of the attempt that they were read for. */
  readonly #read = new WeakMap<AbortSignal, Set<string>>();

  constructor(source: string | (() => string | Promise<string>)) {
    this.#source = source;
  }

  /** Returns the key for a request of an attempt: at once where it never changes. */
  read(signal: AbortSignal): string | Promise<string> {
    const source = this.#source;
    return typeof source === 'string' ? source : this.#ask(source, signal);
  }

  async #ask(source: () => string | Promise<string>, signal: AbortSignal): Promise<string> {
    let key: string;
    try {
      key = await source();
      checkKey(key);
    } catch (error) {
      // Its message might hold the key.
      throw new ProviderFailure('credential', 'no valid key could be read for it', {
        cause: error,
      });
    }
    this.#read.set(signal, (this.#read.get(signal) ?? new Set()).add(key));
    return key;
  }

  /** Returns the keys that requests of an attempt had, whichever others have by now. */
  of(signal: AbortSignal): readonly string[] {
    if (typeof this.#source === 'string') return [this.#source];
    return [...(this.#read.get(signal) ?? [])];
  }
}
