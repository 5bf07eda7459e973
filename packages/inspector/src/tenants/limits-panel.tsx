import { control } from '../api/control.ts';
import type { Tenant } from '../api/types.ts';
import { refreshTenants } from '../state/tenants.ts';
import { Field, valuesOf } from '../ui/field.tsx';
import { attempt, say } from '../ui/notice.tsx';

/** Changes with the limits, so that the form begins anew with what the mock has. */
export function limitsKey({ credits, rate_limit: limit }: Tenant): string {
  return [credits, limit?.limit, limit?.window_seconds].join(' ');
}

/** The credits and the rate limit of a tenant, to look at and to change. */
export function LimitsPanel(props: { readonly tenant: Tenant; readonly path: string }) {
  const { tenant, path } = props;
  const { credits, rate_limit: limit } = tenant;
  const save = (form: HTMLFormElement) =>
    attempt(async () => {
      await control('PATCH', path, changesIn(form, tenant));
      await refreshTenants();
      say('Limits changed');
    });
  return (
    <form
      class="panel"
      aria-label="Limits"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <h3>Limits, until the next reset</h3>
      <p>
        Credits left: <strong>${credits}</strong>
        {' · '}
        {limit === null
          ? 'no rate limit'
          : `${limit.limit} requests in ${limit.window_seconds} seconds`}
      </p>
      <div class="limits">
        <Field label="credits left, USD">
          <input name="credits" inputMode="decimal" defaultValue={credits} required />
        </Field>
        <Field label="requests per window">
          <input
            name="limit"
            type="number"
            min={0}
            defaultValue={limit?.limit}
            placeholder="no limit"
          />
        </Field>
        <Field label="window, seconds">
          <input
            name="window_seconds"
            type="number"
            min={1}
            defaultValue={limit?.window_seconds}
            placeholder="60"
          />
        </Field>
        <button type="submit">Change limits</button>
      </div>
    </form>
  );
}

/** What the form leaves as it is stays out: credits go on falling, and windows go on. */
function changesIn(form: HTMLFormElement, tenant: Tenant): object {
  const { credits, limit, window_seconds: window = '60' } = valuesOf(form);
  const rateLimit =
    limit === undefined ? null : { limit: Number(limit), window_seconds: Number(window) };
  const isSame = JSON.stringify(rateLimit) === JSON.stringify(tenant.rate_limit);
  return {
    ...(credits !== tenant.credits && { credits }),
    ...(!isSame && { rate_limit: rateLimit }),
  };
}
