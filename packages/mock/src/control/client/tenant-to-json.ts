import { isJsonObject } from '@model-gateway/core/kit';
import type { WorldName } from '@model-gateway/worlds';
import type { ClockMode, Moment, VirtualClockOptions } from '../../clock/virtual-clock.ts';
import { diagnostic } from '../../diagnostics.ts';
import type { FixedLatency } from '../../latency/latency.ts';
import type { RuleJson } from '../../rules/json/rule-json-schema.ts';
import { renameKeys, toSnakeCase } from '../../rename-keys.ts';
import type { TenantLimits } from '../../tenant/tenant-limits.ts';
import type { ForkableOptions } from '../../tenant/options/forkable-options.ts';
import type { TenantOptions } from '../../tenant/options/tenant-options.ts';

/** The options that can be sent: those without code of this process. */
type Portable<Options> = Omit<Options, 'clock' | 'latency' | 'rules' | 'world'> & {
  readonly clock?: ClockMode | VirtualClockOptions | undefined;
  readonly latency?: FixedLatency | undefined;
};

/** The options of a tenant in another process: those of `gateway.tenant`, as far as they are data. */
export interface RemoteTenantOptions extends Portable<TenantOptions> {
  readonly world?: WorldName | undefined;
  readonly rules?: readonly RuleJson[] | undefined;
}

/** What a fork may have that its tenant has not, over the control interface. */
export type RemoteForkOptions = Portable<ForkableOptions>;

/**
 * The body of POST /tenants, of PATCH /tenants/{tenant} and of POST /tenants/{tenant}/fork. Lists are records and rules in
 * their JSON form, and stay as they are. Throws GW1606 for what is not data.
 */
export function tenantToJson(
  options: RemoteTenantOptions | RemoteForkOptions | TenantLimits,
): object {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [toSnakeCase(name), optionToJson(name, value)]),
  );
}

function optionToJson(name: string, value: unknown): unknown {
  // The type of the options says what each of them is.
  if (name === 'clock') return clockToJson(value as RemoteTenantOptions['clock']);
  if (typeof value === 'function') {
    throw diagnostic('GW1606', `a ${name} that is a function cannot be sent to the mock`);
  }
  const hasNames = isJsonObject(value) && NAMED_MEMBERS.has(name);
  return hasNames ? renameKeys(value, toSnakeCase) : value;
}

/** The options whose members are renamed for JSON; in others, names are data. */
const NAMED_MEMBERS: ReadonlySet<string> = new Set<keyof TenantOptions>(['rateLimit', 'latency']);

function clockToJson(clock: RemoteTenantOptions['clock']): object | undefined {
  if (clock === undefined) return undefined;
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
