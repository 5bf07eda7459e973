/** A job of the tenants process. Plain data: it crosses a process border. */
export interface TenantsJob {
  readonly tenants: number;
  readonly rounds: number;
}

export const OPERATIONS = ['snapshot', 'restore', 'fork', 'reset', 'clear'] as const;

export type TenantOperation = (typeof OPERATIONS)[number];

export interface TenantsResult {
  /** Median milliseconds of each, by round, on a tenant of the golden world. */
  readonly milliseconds: Readonly<Record<TenantOperation, readonly number[]>>;
  /** Resident memory that so many tenants took, each after some requests. */
  readonly residentBytes: number;
}

export type TenantsAnswer = { readonly result: TenantsResult } | { readonly error: string };
