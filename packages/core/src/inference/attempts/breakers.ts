import type { Clock } from '../../ports/clock.ts';
import { keyOf, type Endpoint } from '../statistics/endpoint-statistics.ts';

/** When an endpoint that fails is left alone, and for how long. Source: contract §4.6. */
export interface BreakerOptions {
  /** After how many failures in a row; 5 by default, 0 for never. */
  readonly failures?: number | undefined;
  /** For how many milliseconds, after which one request may try it; 15,000 by default. */
  readonly cooldownMs?: number | undefined;
}

/** An endpoint that has failed since its last success. */
export interface BreakerReport {
  /** The provider's slug. */
  readonly provider: string;
  readonly model: string;
  /**
   * `closed`: requests go there. `open`: it cools down, and none go there. `half-open`: one request
   * may try it, or is trying it.
   */
  readonly state: 'closed' | 'open' | 'half-open';
  /** In a row; those that are the request's fault do not count. */
  readonly failures: number;
  /** Until it may be tried again, in milliseconds; 0 unless it is open. */
  readonly cooldownMs: number;
}

interface State {
  readonly endpoint: Endpoint;
  failures: number;
  /** When it opened last; a probe is let through after the cool-down. */
  openedAt: number | undefined;
  isProbing: boolean;
  /** Whether the failure before was one that opens at once. */
  isRefused: boolean;
}

const FAILURES = 5;
const COOLDOWN_MS = 15_000;

/**
 * Keeps requests away from failing endpoints: after some failures in a row, or one that every
 * request would meet, an endpoint cools down, then one request may try it. Source: contract §4.6.
 */
export class Breakers {
  readonly #clock: Clock;
  readonly #failuresToOpen: number;
  readonly #cooldownMs: number;
  /** Those that have failed since their last success. */
  readonly #states = new Map<string, State>();

  constructor(
    clock: Clock,
    { failures = FAILURES, cooldownMs = COOLDOWN_MS }: BreakerOptions = {},
  ) {
    this.#clock = clock;
    this.#failuresToOpen = failures === 0 ? Infinity : failures;
    this.#cooldownMs = cooldownMs;
  }

  /** Returns whether the endpoint is not cooling down. */
  isHealthy(endpoint: Endpoint): boolean {
    return this.#stateOf(endpoint)?.openedAt === undefined;
  }

  /** Returns the milliseconds until the endpoint may be tried: 0 when it may be tried now. */
  cooldownOf(endpoint: Endpoint): number {
    const state = this.#stateOf(endpoint);
    if (state === undefined) return 0;
    const left = this.#leftOf(state);
    return left === 0 && state.isProbing ? this.#cooldownMs : left;
  }

  /** Asks to try the endpoint; after each `true`, call one of the three methods below. */
  admit(endpoint: Endpoint): boolean {
    const state = this.#stateOf(endpoint);
    if (state?.openedAt === undefined) return true;
    if (state.isProbing || this.#leftOf(state) > 0) return false;
    state.isProbing = true;
    return true;
  }

  succeeded(endpoint: Endpoint): void {
    if (this.#states.size > 0) this.#states.delete(keyOf(endpoint));
  }

  /**
   * `opensAtOnce` for a failure that every request would meet; returns true for the first of those
   * since the last success.
   */
  failed(endpoint: Endpoint, opensAtOnce = false): boolean {
    const key = keyOf(endpoint);
    const state = this.#states.get(key) ?? {
      endpoint,
      failures: 0,
      openedAt: undefined,
      isProbing: false,
      isRefused: false,
    };
    const isNews = opensAtOnce && !state.isRefused;
    state.failures++;
    state.isProbing = false;
    state.isRefused = opensAtOnce;
    const isEnough = opensAtOnce && this.#failuresToOpen !== Infinity;
    if (isEnough || state.failures >= this.#failuresToOpen) state.openedAt = this.#clock.now();
    this.#states.set(key, state);
    return isNews;
  }

  /** Returns whether the endpoint cools down because every request would fail there. */
  isRefused(endpoint: Endpoint): boolean {
    return this.#stateOf(endpoint)?.isRefused === true;
  }

  /** Reports an attempt that says nothing about the endpoint, as when the client left. */
  abandoned(endpoint: Endpoint): void {
    const state = this.#stateOf(endpoint);
    if (state !== undefined) state.isProbing = false;
  }

  /** Returns the endpoints that have failed since their last success; all others are closed. */
  reports(): readonly BreakerReport[] {
    return [...this.#states.values()].map((state) => {
      const { endpoint, failures, openedAt } = state;
      const cooldownMs = this.#leftOf(state);
      const opened = cooldownMs > 0 ? 'open' : 'half-open';
      return {
        provider: endpoint.provider.slug,
        model: endpoint.model,
        state: openedAt === undefined ? 'closed' : opened,
        failures,
        cooldownMs,
      };
    });
  }

  /** Returns the state of an endpoint; makes no key while none has failed. */
  #stateOf(endpoint: Endpoint): State | undefined {
    return this.#states.size === 0 ? undefined : this.#states.get(keyOf(endpoint));
  }

  /** Returns the milliseconds that the endpoint still cools down. */
  #leftOf(state: State): number {
    if (state.openedAt === undefined) return 0;
    const now = this.#clock.now();
    // After the clock was set back it cools down once more, and no longer.
    state.openedAt = Math.min(state.openedAt, now);
    return Math.max(0, state.openedAt + this.#cooldownMs - now);
  }
}
