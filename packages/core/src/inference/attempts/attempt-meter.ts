import type { Clock } from '../../ports/clock.ts';
import type { Measured } from '../statistics/endpoint-statistics.ts';

/** What one kind of inference tells of its steps, so that endpoints can be compared. */
export interface Metering<Step> {
  /** Whether the first output is there as soon as the provider has it. */
  readonly isStreamed: boolean;
  /** The tokens of output that the provider has counted by this step, if it says so. */
  tokensAt(step: Step): number | undefined;
}

/** Measures one attempt by its steps. */
export class AttemptMeter<Step> {
  readonly #clock: Clock;
  readonly #metering: Metering<Step> | undefined;
  readonly #startedAt: number;
  #firstOutputAt: number | undefined;
  #tokens: number | undefined;

  constructor(clock: Clock, metering: Metering<Step> | undefined) {
    this.#clock = clock;
    this.#metering = metering;
    this.#startedAt = clock.now();
  }

  saw(step: Step, isOutput: boolean): void {
    if (this.#metering === undefined) return;
    if (isOutput) this.#firstOutputAt ??= this.#clock.now();
    this.#tokens = this.#metering.tokensAt(step) ?? this.#tokens;
  }

  /** How long the attempt has taken so far, in milliseconds. */
  get ms(): number {
    return this.#clock.now() - this.#startedAt;
  }

  /** Returns what was measured, when the attempt is over. */
  get measured(): Measured {
    const firstOutputAt = this.#metering?.isStreamed === true ? this.#firstOutputAt : undefined;
    return {
      latencySeconds: firstOutputAt && (firstOutputAt - this.#startedAt) / 1000,
      throughput: this.#tokens === undefined ? undefined : this.#tokens / (this.ms / 1000),
    };
  }
}
