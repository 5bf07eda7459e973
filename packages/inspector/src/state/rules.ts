import { computed, signal } from '@preact/signals';
import { control } from '../api/control.ts';
import type { RuleState } from '../api/types.ts';
import { currentTenant } from './tenants.ts';

const known = signal<{ readonly tenant: string; readonly rules: readonly RuleState[] } | undefined>(
  undefined,
);

/** The rules of the current tenant, in the order in which they apply. */
export const rules = computed(() =>
  known.value !== undefined && known.value.tenant === currentTenant.value?.id
    ? known.value.rules
    : [],
);

/** The path of a tenant's rules in the control interface. */
export function rulesPathOf(tenant: string): string {
  return `/tenants/${encodeURIComponent(tenant)}/rules`;
}

/** Asks for the rules anew: their changes are not in the feed. */
export async function refreshRules(): Promise<void> {
  const tenant = currentTenant.value?.id;
  if (tenant === undefined) return;
  const found = await control<readonly RuleState[]>('GET', rulesPathOf(tenant));
  // Another tenant may have been chosen meanwhile, and its rules be here already.
  if (currentTenant.value?.id === tenant) known.value = { tenant, rules: found };
}
