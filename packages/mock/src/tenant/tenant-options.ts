import type { GuardrailAssignment, StoredDestination, StoredMember } from '@model-gateway/core';
import type { MockModel, WorldSource } from '@model-gateway/worlds';
import type { ClockChoice } from '../clock/tenant-clock.ts';
import type { Latency } from '../latency/latency.ts';
import type { ResponseFault, WireFault } from '../rules/faults/wire-fault.ts';
import type { PresetChoice } from '../presets/presets.ts';
import type { Rule } from '../rules/rule.ts';
import type { Strictness } from './loose-ends.ts';

/** The options of a tenant. Options that are left out are inherited from its gateway. */
export interface TenantOptions<Fault extends WireFault = ResponseFault> extends Strictness {
  /** Part of the tenant's URL and of the keys minted for it; `t1`, `t2`, … by default. */
  readonly id?: string | undefined;
  /** The inference key that is accepted; minted from the seed and the id by default. */
  readonly apiKey?: string | undefined;
  /** The management key that is accepted; minted from the seed and the id by default. */
  readonly managementKey?: string | undefined;
  /** The world to begin with; what follows takes the place of what is in it. */
  readonly world?: WorldSource | undefined;
  /** A whole number; what is generated, minted and drawn depends on it. */
  readonly seed?: number | undefined;
  /** The whole catalog, or how many models to generate. */
  readonly models?: number | readonly MockModel[] | undefined;
  readonly destinations?: readonly StoredDestination[] | undefined;
  /** Oldest first. */
  readonly members?: readonly StoredMember[] | undefined;
  readonly assignments?: readonly GuardrailAssignment[] | undefined;
  /** What images may cost altogether, USD; a million by default. `usage.cost` is taken from it. */
  readonly credits?: number | string | undefined;
  /** Images per window and key; past it the answer is 429. Off by default. */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * What everything is timed by: `'frozen'`, `'autoAdvance'`, `{ now: '2026-08-01' }`, or a clock of
   * `createVirtualClock` that several share. By default a clock that runs with real time.
   */
  readonly clock?: ClockChoice | undefined;
  /** How long everything takes; `'none'` by default. */
  readonly latency?: Latency | undefined;
  /** Named trouble: `'flaky'`, `'slow'`, `'broke'`, `'throttled'`, or several as a list. */
  readonly preset?: PresetChoice | undefined;
  /** Rules that are there from the start, and again after a reset; the first is asked first. */
  readonly rules?: readonly Rule<Fault>[] | undefined;
  /** Lets GET /models be read without a key. */
  readonly publicCatalog?: boolean | undefined;
}

export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}
