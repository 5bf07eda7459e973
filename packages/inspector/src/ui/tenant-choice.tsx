import { currentTenant, tenants } from '../state/tenants.ts';
import { setParameters } from '../state/address.ts';

/** Chooses the tenant that a part is about. */
export function TenantChoice() {
  return (
    <label class="field inline">
      <span>Tenant</span>
      <select
        value={currentTenant.value?.id ?? ''}
        onChange={({ currentTarget }) => setParameters({ tenant: currentTarget.value })}
      >
        {tenants.value.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}
