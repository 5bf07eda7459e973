/**
 * The SIGHUPs of this process. Without a listener one would end it, so this listens from the start
 * and while the process drains.
 */
export class HangUps {
  #isDue = false;
  #onEach: () => void = () => void (this.#isDue = true);
  readonly #listener = () => this.#onEach();

  constructor() {
    process.on('SIGHUP', this.#listener);
  }

  /** Calls `reload` at each one from now on, and now if one came already. */
  follow(reload: () => void): void {
    this.#onEach = reload;
    if (this.#isDue) reload();
  }

  /** Listens no more: the process did not start to serve. */
  stop(): void {
    process.off('SIGHUP', this.#listener);
  }
}
