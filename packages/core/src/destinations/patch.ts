import * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';
import { IssueList } from '../input/issue-list.ts';
import { described, nullish, optional, READ_ONLY } from '../resources/described.ts';
import {
  ApiKeyHashesSchema,
  FilterRulesSchema,
  SamplingRateSchema,
  type Destination,
} from '../resources/destination.ts';
import { checkConfig } from './check-config.ts';
import { checkFilterRules } from './check-filter-rules.ts';
import { isSameJson, type JsonObject } from '../json-value.ts';
import { unmaskConfig } from './mask.ts';
import { checkOriginChange, type OriginChange } from './origin-change.ts';

/** Body of PATCH /observability/destinations/{id}. Source: contract §5, §1.2, §5.3. */
export const DestinationPatchSchema = described(
  v.object({
    id: READ_ONLY,
    workspace_id: READ_ONLY,
    name: optional(v.string(), 'The display name.'),
    type: READ_ONLY,
    enabled: optional(v.boolean(), 'Whether anything is forwarded.'),
    privacy_mode: optional(v.boolean(), 'When true, only metadata is forwarded, no bodies.'),
    sampling_rate: v.optional(SamplingRateSchema),
    api_key_hashes: nullish(
      ApiKeyHashesSchema,
      'SHA-256 digests of the API keys whose requests are forwarded, at least one; null means all keys.',
    ),
    filter_rules: nullish(FilterRulesSchema, 'Replaces the filter rules; null clears them.'),
    config: optional(
      v.record(v.string(), v.unknown()),
      'Settings to change. Others stay as they are, and so does a secret that is sent masked.',
    ),
    created_at: READ_ONLY,
    updated_at: READ_ONLY,
  }),
  'Changes to a destination; members that are left out stay as they are.',
  { title: 'DestinationPatch' },
);

export type DestinationPatch = v.InferOutput<typeof DestinationPatchSchema>;

/** The outcome of a patch: unchanged, changed, or refused. */
export type PatchOutcome =
  /** The patch changes nothing. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly destination: Destination }
  /** The first 100 problems, and how many there are besides. */
  | { readonly kind: 'refused'; readonly issues: readonly RequestIssue[]; readonly more: number };

/**
 * Applies a patch to a destination at the moment `now`, an ISO 8601 timestamp. Members that the
 * patch leaves out stay; null clears `api_key_hashes` and `filter_rules`; `config` is merged member
 * by member, except for masked secrets, which stay as they are. `updated_at` moves only when
 * something else does. With `require-secrets` a patch that changes the origin of the address and not
 * the secrets is refused. Source: contract §5, §5.2, §5.3, §5.11.
 */
export function patchDestination(
  stored: Destination,
  patch: DestinationPatch,
  now: string,
  originChange: OriginChange = 'keep-secrets',
): PatchOutcome {
  const { config: sent = {} } = patch;
  const config = mergeConfig(stored, sent);
  const problems = new IssueList();
  if (patch.filter_rules) checkFilterRules(patch.filter_rules, problems);
  if (!isSameJson(config, stored.config)) {
    checkConfig(stored.type, config, stored.config, problems);
    if (originChange === 'require-secrets') {
      const change = { type: stored.type, stored: stored.config, sent, merged: config };
      checkOriginChange(change, problems);
    }
  }
  const { issues, more } = problems;
  if (issues.length > 0) return { kind: 'refused', issues, more };

  const destination: Destination = {
    ...stored,
    name: patch.name ?? stored.name,
    enabled: patch.enabled ?? stored.enabled,
    privacy_mode: patch.privacy_mode ?? stored.privacy_mode,
    sampling_rate: patch.sampling_rate ?? stored.sampling_rate,
    api_key_hashes: orStored(patch.api_key_hashes, stored.api_key_hashes),
    filter_rules: orStored(patch.filter_rules, stored.filter_rules),
    config,
  };
  return isSameJson(destination, stored)
    ? { kind: 'unchanged' }
    : { kind: 'changed', destination: { ...destination, updated_at: now } };
}

/**
 * Merges configs. `headers` is one member and replaced as a whole: otherwise no header could be
 * removed.
 */
function mergeConfig({ type, config }: Destination, sent: JsonObject): Record<string, unknown> {
  return { ...config, ...unmaskConfig(type, sent, config) };
}

/** Returns `given` unless it is absent; null is a value. */
function orStored<Value>(given: Value | undefined, stored: Value): Value {
  return given === undefined ? stored : given;
}
