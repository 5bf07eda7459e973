import type { ApiKey, KeyKind, KeyLimits, KeyRecord as AccountKey } from '@model-gateway/core';

/** A key with members that the gateway itself does not need. */
export interface KeyRecord extends AccountKey {
  /** To a minute or so; null until the first use. */
  readonly lastUsedAt: string | null;
  /** Of its text and, after `rotate`, of the text before it: SHA-256 digests, and when they end. */
  readonly texts: readonly { readonly digest: string; readonly endsAt: string | null }[];
}

/** A key to create. */
export interface NewKey {
  readonly label: string;
  /** `inference` by default. */
  readonly kind?: KeyKind | undefined;
  readonly userId: string;
  readonly workspaceId: string;
  readonly organizationId?: string | null | undefined;
  readonly allowedModels?: readonly string[] | null | undefined;
  readonly creditAccountId?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  /** Those that are left out are none. */
  readonly limits?: Partial<KeyLimits> | undefined;
}

/** Members of a key to change; those that are left out stay, single limits too. */
export type KeyChange = Partial<
  Pick<ApiKey, 'label' | 'allowedModels' | 'creditAccountId' | 'expiresAt'>
> & { readonly limits?: Partial<KeyLimits> };

/** A key and its text, which is nowhere else: show it once. */
export interface KeyWithText {
  readonly key: KeyRecord;
  readonly text: string;
}
