import { useEffect } from 'preact/hooks';
import { control } from '../api/control.ts';
import type { Tenant } from '../api/types.ts';
import { parameter, setParameters } from '../state/address.ts';
import { refreshTenants, tenants } from '../state/tenants.ts';
import { Field, HintedField, valuesOf } from '../ui/field.tsx';
import { Folded } from '../ui/folded.tsx';
import { attempt, say, sayError } from '../ui/notice.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { KeyTables } from './key-tables.tsx';
import { LimitsPanel, limitsKey } from './limits-panel.tsx';
import { SnapshotPanel } from './snapshot-panel.tsx';

/** The tenants: their keys, credits, clocks and snapshots. */
export function TenantsPart() {
  useEffect(() => {
    refreshTenants().catch(sayError);
  }, []);
  const chosen = tenants.value.find(({ id }) => id === parameter('tenant')) ?? tenants.value[0];
  return (
    <div class="split">
      <aside class="filters" aria-label="All tenants">
        <h1>Tenants</h1>
        <ul class="choose">
          {tenants.value.map(({ id, credits }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen?.id}
                onClick={() => setParameters({ tenant: id })}
              >
                <span>{id}</span>
                <span class="muted">${credits}</span>
              </button>
            </li>
          ))}
        </ul>
        <Folded summary="New tenant">
          <MakeTenant />
        </Folded>
      </aside>
      {chosen !== undefined && <TenantCard key={chosen.id} tenant={chosen} />}
    </div>
  );
}

function MakeTenant() {
  const make = (form: HTMLFormElement) =>
    attempt(async () => {
      const { id, credits, world, limit, window_seconds: window } = valuesOf(form);
      const tenant = await control<Tenant>('POST', '/tenants', {
        id,
        credits,
        world,
        ...(limit !== undefined && {
          rate_limit: { limit: Number(limit), window_seconds: Number(window ?? 60) },
        }),
      });
      await refreshTenants();
      setParameters({ tenant: tenant.id });
      form.reset();
      say(`Tenant ${tenant.id} made`);
    });
  return (
    <form
      class="panel"
      aria-label="New tenant"
      onSubmit={(event) => {
        event.preventDefault();
        void make(event.currentTarget);
      }}
    >
      <HintedField label="id" hint="Left empty, the mock chooses one: t1, t2, …">
        <input name="id" placeholder="t1" />
      </HintedField>
      <Field label="credits, USD">
        <input name="credits" inputMode="decimal" placeholder="1000000" />
      </Field>
      <HintedField label="world" hint="The models, members and destinations to begin with">
        <select name="world">
          <option value="">as the gateway</option>
          {['golden', 'tiny', 'empty'].map((world) => (
            <option key={world}>{world}</option>
          ))}
        </select>
      </HintedField>
      <Field label="requests per window">
        <input name="limit" type="number" min={0} placeholder="no limit" />
      </Field>
      <Field label="window, seconds">
        <input name="window_seconds" type="number" min={1} placeholder="60" />
      </Field>
      <button type="submit" class="primary">
        Make tenant
      </button>
    </form>
  );
}

function TenantCard({ tenant }: { readonly tenant: Tenant }) {
  const path = `/tenants/${encodeURIComponent(tenant.id)}`;
  const act = (method: string, rest: string, done: string) =>
    attempt(async () => {
      await control(method, path + rest);
      await refreshTenants();
      say(done);
    });
  const fork = () =>
    attempt(async () => {
      const made = await control<Tenant>('POST', `${path}/fork`, {});
      await refreshTenants();
      setParameters({ tenant: made.id });
      say(`Fork ${made.id} made`);
    });
  return (
    <section class="results" aria-label={`Tenant ${tenant.id}`}>
      <div class="toolbar">
        <h2>{tenant.id}</h2>
        <button type="button" onClick={() => void fork()}>
          Fork
        </button>
        <button type="button" onClick={() => void act('POST', '/reset', 'As at the start')}>
          Reset
        </button>
        {tenant.id !== 'main' && (
          <button
            type="button"
            class="danger"
            onClick={() => void act('DELETE', '', 'Tenant closed')}
          >
            Close tenant
          </button>
        )}
      </div>
      <p class="muted">
        Fork makes a tenant with a copy of this one's state and keys of its own. Reset takes this
        one back to its start.
        {tenant.id !== 'main' && ' Close takes it away; its id and keys are free again.'}
      </p>
      <LimitsPanel key={limitsKey(tenant)} tenant={tenant} path={path} />
      <KeyTables tenant={tenant} />
      <ClockPanel path={path} />
      <SnapshotPanel path={path} />
    </section>
  );
}
