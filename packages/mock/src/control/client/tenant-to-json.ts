import type { WorldName } from '@model-gateway/worlds';
import type { ClockMode, Moment, VirtualClockOptions } from '../../clock/virtual-clock.ts';
import { diagnostic } from '../../diagnostics.ts';
import type { FixedLatency } from '../../latency/latency.ts';
import type { RuleJson } from '../../rules/json/rule-json-schema.ts';
import type { TenantOptions } from '../../tenant/tenant-options.ts';

/** What is a tenant's own; what needs code of another process is not there. */
type Portable<Options> = Omit<Options, 'clock' | 'latency' | 'rules' | 'world'> & {
  readonly clock?: ClockMode | VirtualClockOptions | undefined;
  readonly latency?: FixedLatency | undefined;
};

/** The options of a tenant in another process: those of `gateway.tenant`, as far as they are data. */
export interface RemoteTenantOptions extends Portable<TenantOptions> {
  readonly world?: WorldName | undefined;
  readonly rules?: readonly RuleJson[] | undefined;
}

export type RemoteForkOptions = Portable<
  Pick<TenantOptions, 'id' | 'apiKey' | 'managementKey' | 'credits' | 'rateLimit'>
>;

/** The body of POST /tenants. Throws GW1606 for what is no data. */
export function tenantToJson(options: RemoteTenantOptions): object {
  const { world, seed, models, destinations, members, assignments, preset, rules } = options;
  return {
    ...forkToJson(options),
    world,
    seed,
    models,
    destinations,
    members,
    assignments,
    preset,
    rules,
    public_catalog: options.publicCatalog,
    unhandled: options.unhandled,
    unused_rules: options.unusedRules,
    strict: options.strict,
  };
}

/** The body of POST /tenants/{tenant}/fork. */
export function forkToJson(options: RemoteForkOptions): object {
  const { id, apiKey, managementKey, credits, rateLimit, clock, latency } = options;
  return {
    id,
    api_key: apiKey,
    management_key: managementKey,
    credits,
    rate_limit: rateLimit && {
      limit: rateLimit.limit,
      window_seconds: rateLimit.windowSeconds,
    },
    clock: clock === undefined ? undefined : clockToJson(clock),
    latency: dataOnly('a latency', latency),
  };
}

function clockToJson(clock: NonNullable<RemoteForkOptions['clock']>): object {
  const { mode, now } = typeof clock === 'string' ? { mode: clock } : clock;
  if (typeof clock === 'object' && 'advance' in clock) {
    throw diagnostic('GW1606', 'a clock cannot be sent to the mock: pass its mode and its time');
  }
  return {
    mode: mode === 'autoAdvance' ? 'auto_advance' : mode,
    now: now === undefined ? undefined : momentToJson(now),
  };
}

/** As it is given, which the mock checks. */
export function momentToJson(moment: Moment): string | number {
  return moment instanceof Date ? moment.toISOString() : moment;
}

function dataOnly<Value>(what: string, value: Value): Value {
  if (typeof value !== 'function') return value;
  throw diagnostic('GW1606', `${what} that is a function cannot be sent to the mock`);
}
