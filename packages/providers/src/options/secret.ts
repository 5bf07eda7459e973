import { ProviderFailure } from '@model-gateway/core';
import { checkKey } from './check-options.ts';

/** The provider's key, which is read before each call and is never part of a text. */
export class Secret {
  /** The key of the latest call; empty before the first. */
  last = '';
  readonly #source: string | (() => string | Promise<string>);

  constructor(source: string | (() => string | Promise<string>)) {
    this.#source = source;
    if (typeof source === 'string') this.last = source;
  }

  async read(): Promise<string> {
    if (typeof this.#source === 'string') return this.#source;
    let key: string;
    try {
      key = await this.#source();
      checkKey(key);
    } catch (error) {
      // Its message might hold the key.
      throw new ProviderFailure('credential', 'no valid key could be read for it', {
        cause: error,
      });
    }
    this.last = key;
    return key;
  }
}
