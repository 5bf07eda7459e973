import { hashKey, NO_LIMITS, type ApiKey, type KeyKind, type KeyRecord } from '@model-gateway/core';
import { maskKey } from '@model-gateway/core/kit';
import { MOCK_ACCOUNT } from '@model-gateway/worlds';
import { mintKey } from './mint-key.ts';

/** The accounts that pay for images. */
export const CREDIT_ACCOUNTS = { funded: 'credits_mock', empty: 'credits_empty' } as const;

/** The difference of each key from an active inference key of the mock's organization. */
const KEYS = {
  inference: {},
  management: { kind: 'management' },
  /** Of a person without an organization: member lists answer 404. */
  personal: { organizationId: null },
  personalManagement: { kind: 'management', organizationId: null },
  /** Without credits: what costs something answers 402. */
  broke: { creditAccountId: CREDIT_ACCOUNTS.empty },
  /** These three answer 401. */
  revoked: { state: 'revoked' },
  disabled: { state: 'disabled' },
  expired: { expiresAt: '2020-01-01T00:00:00.000Z' },
} as const satisfies Record<string, Partial<ApiKey>>;

/** The purpose of one of the keys that every tenant has. */
export type MockKeyName = keyof typeof KEYS;

export interface MockKeys {
  /** The texts that clients send, by the purpose of the key. */
  readonly texts: Readonly<Record<MockKeyName, string>>;
  readonly stored: Readonly<Record<MockKeyName, KeyRecord>>;
}

/** The keys of a mock: minted from the seed, except for the texts that are given. */
export function mockKeys(
  seed: string,
  given: Partial<Readonly<Record<MockKeyName, string | undefined>>>,
): MockKeys {
  // Object.keys forgets that these are the keys.
  const names = Object.keys(KEYS) as MockKeyName[];
  const minted = names.map((name): [MockKeyName, string] => {
    const kind: KeyKind = 'kind' in KEYS[name] ? 'management' : 'inference';
    return [name, given[name] ?? mintKey(kind, seed, name)];
  });
  const stored = minted.map(([name, text]): [MockKeyName, KeyRecord] => [
    name,
    {
      hash: hashKey(text),
      mask: maskKey(text),
      label: `Mock ${name} key`,
      kind: 'inference',
      userId: MOCK_ACCOUNT.userId,
      organizationId: MOCK_ACCOUNT.organizationId,
      workspaceId: MOCK_ACCOUNT.workspaceId,
      allowedModels: null,
      creditAccountId: CREDIT_ACCOUNTS.funded,
      limits: NO_LIMITS,
      state: 'active',
      expiresAt: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: null,
      ...KEYS[name],
    },
  ]);
  return {
    // One entry for each of the names above.
    texts: Object.fromEntries(minted) as Record<MockKeyName, string>,
    stored: Object.fromEntries(stored) as Record<MockKeyName, KeyRecord>,
  };
}
