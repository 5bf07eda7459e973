import type { Clock } from '../../ports/clock.ts';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 15_000;

interface State {
  failures: number;
  /** When it opened last; a probe is let through `OPEN_MS` later. */
  openedAt: number | undefined;
  probing: boolean;
}

/**
 * Keeps requests away from failing endpoints: after five failures in a row an endpoint cools down
 * for 15 s, then one request may try it.
 */
export class Breakers {
  readonly #clock: Clock;
  readonly #states = new Map<string, State>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns whether the endpoint is not cooling down. */
  isHealthy(endpoint: string): boolean {
    return this.#states.get(endpoint)?.openedAt === undefined;
  }

  /** Returns the milliseconds until the endpoint may be tried: 0 when it may be tried now. */
  cooldownOf(endpoint: string): number {
    const state = this.#states.get(endpoint);
    if (state?.openedAt === undefined) return 0;
    const cooldown = Math.max(0, state.openedAt + OPEN_MS - this.#clock.now());
    return cooldown === 0 && state.probing ? OPEN_MS : cooldown;
  }

  /** Asks to try the endpoint; after each `true`, call one of the three methods below. */
  admit(endpoint: string): boolean {
    if (this.cooldownOf(endpoint) > 0) return false;
    const state = this.#states.get(endpoint);
    if (state?.openedAt !== undefined) state.probing = true;
    return true;
  }

  succeeded(endpoint: string): void {
    this.#states.delete(endpoint);
  }

  failed(endpoint: string): void {
    const state = this.#states.get(endpoint) ?? {
      failures: 0,
      openedAt: undefined,
      probing: false,
    };
    state.failures++;
    state.probing = false;
    if (state.failures >= FAILURES_TO_OPEN) state.openedAt = this.#clock.now();
    this.#states.set(endpoint, state);
  }

  /** Reports an attempt that says nothing about the endpoint, as when the client left. */
  abandoned(endpoint: string): void {
    const state = this.#states.get(endpoint);
    if (state !== undefined) state.probing = false;
  }
}
