import type { Clock } from '@model-gateway/core';

/** A timer for one moment, which can be moved. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    const rung = () => {
      this.#timer = undefined;
      ring();
    };
    this.#ring = rung;
  }

  /**
   * Sets the moment, milliseconds of its clock; undefined for none. Keeps a timer that is
   * right already, because most records change nothing about it.
   */
  set(at: number | undefined): void {
    if (this.#timer?.at === at) return;
    this.#timer?.cancel();
    const clock = this.#clock;
    this.#timer = at === undefined ? at : { at, cancel: clock.after(at - clock.now(), this.#ring) };
  }
}
