import type {
  GuardrailAssignment,
  OriginChange,
  StoredDestination,
  StoredMember,
} from '@model-gateway/core';
import type { Detail } from '@model-gateway/pictures';
import type { MockModel, WorldSource } from '@model-gateway/worlds';
import type { ClockChoice } from '../clock/tenant-clock.ts';
import type { Strictness } from '../journal/strictness.ts';
import type { Latency } from '../latency/latency.ts';
import type { PresetChoice } from '../presets/presets.ts';
import type { RateLimit } from '../rate-limit.ts';
import type { ResponseFault, WireFault } from '../rules/faults/wire-fault.ts';
import type { Rule } from '../rules/rule.ts';
import type { ForwardTelemetry } from '../telemetry/collector-client.ts';

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
  /** The credits for images, USD; a million by default. `usage.cost` is deducted. */
  readonly credits?: number | string | undefined;
  /** Images per window and key; past it the answer is 429. Off by default. */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * The clock of everything that is timed: `'frozen'`, `'autoAdvance'`, `{ now: '2026-08-01' }`, or
   * a clock of `createVirtualClock` that several share. By default a clock that runs with real
   * time.
   */
  readonly clock?: ClockChoice | undefined;
  /**
   * `'small'` draws images of 64 pixels, stretched to the requested size, in a few milliseconds:
   * for tests that do not look at them. `'full'` by default.
   */
  readonly images?: Detail | undefined;
  /** The latency of answers and images; `'none'` by default. */
  readonly latency?: Latency | undefined;
  /**
   * A named set of options and rules: `'flaky'`, `'slow'`, `'broke'`, `'throttled'`, or several as
   * a list.
   */
  readonly preset?: PresetChoice | undefined;
  /** The initial rules, restored by a reset; the first takes precedence. */
  readonly rules?: readonly Rule<Fault>[] | undefined;
  /** Lets GET /models be read without a key. */
  readonly publicCatalog?: boolean | undefined;
  /**
   * Forwards telemetry to the destinations: `true` to collectors on this machine, a list of origins
   * to those as well. Off by default; `telemetry` has what would be forwarded either way.
   */
  readonly forwardTelemetry?: ForwardTelemetry | undefined;
  /**
   * `'require-secrets'` refuses a PATCH that sends the stored secrets of a destination to another
   * origin; `'keep-secrets'` by default. Source: contract §5.11.
   */
  readonly originChange?: OriginChange | undefined;
}

/** The options in which a fork may differ from its parent. */
export type ForkOptionName =
  | 'id'
  | 'apiKey'
  | 'managementKey'
  | 'credits'
  | 'rateLimit'
  | 'clock'
  | 'images'
  | 'latency';
