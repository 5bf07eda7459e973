import { computed, signal } from '@preact/signals';
import { control } from '../api/control.ts';
import type { Tenant } from '../api/types.ts';
import { parameter } from './address.ts';

/** The tenants of the mock, its own first. */
export const tenants = signal<readonly Tenant[]>([]);

/** The tenant that models, studio, rules and destinations are about. */
export const currentTenant = computed(
  () => tenants.value.find(({ id }) => id === parameter('tenant')) ?? tenants.value[0],
);

/** Asks for the tenants anew: keys and credits are not in the feed. */
export async function refreshTenants(): Promise<void> {
  tenants.value = await control<readonly Tenant[]>('GET', '/tenants');
}
