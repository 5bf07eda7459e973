import type { KeyRecord } from '@model-gateway/sql';

/** Returns a key as commands print it, in the words of the HTTP interface. */
export function shownKey(key: KeyRecord): object {
  const { usd, reset, requestsPerMinute, tokensPerMinute } = key.limits;
  const [, before] = key.texts;
  return {
    hash: key.hash,
    text: key.mask,
    label: key.label,
    kind: key.kind,
    state: key.state,
    organization: key.organizationId,
    user: key.userId,
    workspace: key.workspaceId,
    account: key.creditAccountId,
    models: key.allowedModels,
    limit: usd,
    limit_reset: reset,
    requests_per_minute: requestsPerMinute,
    tokens_per_minute: tokensPerMinute,
    expires: key.expiresAt,
    old_text_ends: before?.endsAt ?? null,
    created_at: key.createdAt,
    updated_at: key.updatedAt,
    last_used_at: key.lastUsedAt,
  };
}
