import type { Destination } from '@model-gateway/core';
import { useEffect, useState } from 'preact/hooks';
import { control, errorOf } from '../api/control.ts';
import { askGateway } from '../api/gateway.ts';
import type { TelemetryEntry, Tenant } from '../api/types.ts';
import { parameter, setParameters } from '../state/address.ts';
import { currentTenant } from '../state/tenants.ts';
import { useAfterRequests } from '../ui/use-after-requests.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { sayError } from '../ui/notice.tsx';
import { TenantChoice } from '../ui/tenant-choice.tsx';
import { DestinationForm } from './destination-form.tsx';

/** The observability destinations, and what would have been forwarded to them. */
export function DestinationsPart() {
  const tenant = currentTenant.value;
  if (tenant === undefined) return <p class="empty">No tenant.</p>;
  return <Destinations key={tenant.id} tenant={tenant} />;
}

function Destinations({ tenant }: { readonly tenant: Tenant }) {
  const [destinations, setDestinations] = useState<readonly Destination[]>([]);
  const look = async () => setDestinations(await listOf(tenant));
  useEffect(() => {
    look().catch(sayError);
  }, [tenant.id]);
  const chosen = destinations.find(({ id }) => id === parameter('destination')) ?? destinations[0];
  return (
    <div class="split">
      <aside class="filters" aria-label="All destinations">
        <h1>Destinations</h1>
        <TenantChoice />
        <ul class="choose">
          {destinations.map(({ id, name, type, enabled }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen?.id}
                onClick={() => setParameters({ destination: id })}
              >
                <span>{name}</span>
                <span class="muted">
                  {type}
                  {enabled ? '' : ', off'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </aside>
      <section class="results" aria-label="Destination">
        {chosen === undefined ? (
          <p class="empty">This tenant has no destinations.</p>
        ) : (
          <>
            <DestinationForm
              key={`${chosen.id} ${chosen.updated_at}`}
              tenant={tenant}
              destination={chosen}
              onSaved={look}
            />
            <Forwarded tenant={tenant} destination={chosen} />
          </>
        )}
      </section>
    </div>
  );
}

async function listOf(tenant: Tenant): Promise<readonly Destination[]> {
  const path = '/observability/destinations?limit=100';
  const response = await askGateway(tenant, path, { key: 'management' });
  if (!response.ok) throw await errorOf(response);
  // The type is that of the API's description.
  const { data } = (await response.json()) as { readonly data: readonly Destination[] };
  return data;
}

/** What the destination would have got, or why it would not. */
function Forwarded(props: { readonly tenant: Tenant; readonly destination: Destination }) {
  const { tenant, destination } = props;
  const [entries, setEntries] = useState<readonly TelemetryEntry[]>([]);
  const path = `/tenants/${encodeURIComponent(tenant.id)}/telemetry`;
  useAfterRequests(async () => setEntries(await control('GET', path)), path);
  const own = entries.filter((entry) => entry.destination.id === destination.id).toReversed();
  return (
    <section aria-label="Would have been forwarded">
      <h3>Would have been forwarded</h3>
      {own.length === 0 && (
        <p class="muted">Nothing yet: each request to the tenant adds an entry per destination.</p>
      )}
      <ul class="lines">
        {own.slice(0, MOST).map(({ request_id: id, decision, view }) => (
          <li key={id}>
            <details>
              <summary>
                <span class={decision === 'forwarded' ? 'status good' : 'status poor'}>
                  {decision}
                </span>{' '}
                <code>{id}</code>
              </summary>
              {view === null ? (
                <p class="muted">Nothing is sent.</p>
              ) : (
                <JsonTree value={view} label="Record" />
              )}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST = 100;
