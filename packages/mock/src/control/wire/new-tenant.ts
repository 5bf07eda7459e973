import { assignment, destination, member, model, type MockModel } from '@model-gateway/worlds';
import type { NewTenantOptions } from '../../tenant/new-tenant-options.ts';
import type { WireFault } from '../../rules/faults/wire-fault.ts';
import type { Latency } from '../../latency/latency.ts';
import { ruleFromJson } from '../../rules/json/rule-from-json.ts';
import type { ForkOptions } from '../../tenant/fork.ts';
import type { ForkJson, NewTenantJson } from './tenant.ts';

type Json = Readonly<Record<string, unknown>>;

/** What is to be made of a tenant that came as JSON. Throws what builders and rules throw. */
export function toTenantOptions(json: NewTenantJson): NewTenantOptions<WireFault> {
  const { models } = json;
  return {
    ...toOwnOptions(json),
    world: json.world,
    seed: json.seed,
    models: Array.isArray(models) ? toModels(models) : models,
    destinations: json.destinations && built(json.destinations, 'destination', destination),
    members: json.members && built(json.members, 'member', member),
    assignments: json.assignments?.map((each) => assignment(each)),
    preset: json.preset,
    rules: json.rules?.map(ruleFromJson),
    publicCatalog: json.public_catalog,
    unhandled: json.unhandled,
    unusedRules: json.unused_rules,
    strict: json.strict,
  };
}

export function toModels(models: readonly Json[]): MockModel[] {
  return built(models, 'model', model);
}

export function toOwnOptions(json: Omit<ForkJson, 'snapshot'>): ForkOptions {
  const { rate_limit, clock } = json;
  return {
    id: json.id,
    apiKey: json.api_key,
    managementKey: json.management_key,
    credits: json.credits,
    rateLimit: rate_limit && { limit: rate_limit.limit, windowSeconds: rate_limit.window_seconds },
    clock: clock && { now: clock.now, mode: toClockMode(clock.mode) },
    // Spans and profiles that are none are refused by whoever reads them.
    latency: json.latency as Latency | undefined,
  };
}

/** On the wire words are joined with `_`. */
export function toClockMode(mode: 'flowing' | 'frozen' | 'auto_advance' | undefined) {
  return mode === 'auto_advance' ? 'autoAdvance' : mode;
}

/** Records as builders make them: those that are built already, and what is made of wishes. */
function built<Made>(records: readonly Json[], name: string, build: (wish: never) => Made): Made[] {
  // Builders check what they are told; what is built is checked with the rest of the tenant.
  return records.map((record) => (name in record ? (record as Made) : build(record as never)));
}
