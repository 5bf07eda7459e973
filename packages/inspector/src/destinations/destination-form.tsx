import type { Destination } from '@model-gateway/core';
import { errorOf } from '../api/control.ts';
import { askGateway } from '../api/gateway.ts';
import type { Tenant } from '../api/types.ts';
import { Field } from '../ui/field.tsx';
import { attempt, say } from '../ui/notice.tsx';
import { patchFrom } from './destination.ts';

/** The members of a destination that can be changed; secrets that are left masked stay. */
export function DestinationForm(props: {
  readonly tenant: Tenant;
  readonly destination: Destination;
  readonly onSaved: () => Promise<void>;
}) {
  const { tenant, destination, onSaved } = props;
  const save = (form: HTMLFormElement) =>
    attempt(async () => {
      const body = patchFrom(destination, new FormData(form));
      if (Object.keys(body).length === 0) return say('Nothing has changed');
      const path = `/observability/destinations/${encodeURIComponent(destination.id)}`;
      const response = await askGateway(tenant, path, { method: 'PATCH', body, key: 'management' });
      if (!response.ok) throw await errorOf(response);
      await onSaved();
      say('Destination saved');
    });
  return (
    <form
      class="panel grid"
      aria-label={destination.name}
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <h2>
        {destination.name} <span class="muted">{destination.type}</span>
      </h2>
      <Field label="name">
        <input name="name" defaultValue={destination.name} required />
      </Field>
      <Field label="sampling rate">
        <input
          name="sampling_rate"
          type="number"
          min={0.0001}
          max={1}
          step="any"
          defaultValue={destination.sampling_rate}
          required
        />
      </Field>
      <Check name="enabled" label="enabled" isOn={destination.enabled} />
      <Check name="privacy_mode" label="privacy mode" isOn={destination.privacy_mode} />
      <fieldset>
        <legend>config, secrets masked</legend>
        {Object.entries(destination.config).map(([name, value]) => (
          <ConfigField key={name} name={name} value={value} />
        ))}
      </fieldset>
      <Field label="filter rules, JSON" width="wide">
        <textarea name="filter_rules" rows={3} defaultValue={jsonOf(destination.filter_rules)} />
      </Field>
      <button type="submit" class="primary">
        Save
      </button>
    </form>
  );
}

function ConfigField({ name, value }: { readonly name: string; readonly value: unknown }) {
  const field = `config.${name}`;
  if (typeof value === 'boolean') return <Check name={field} label={name} isOn={value} />;
  if (typeof value === 'string' || typeof value === 'number') {
    return (
      <Field label={name}>
        {typeof value === 'number' ? (
          <input name={field} type="number" step="any" defaultValue={value} />
        ) : (
          <input name={field} defaultValue={value} />
        )}
      </Field>
    );
  }
  return (
    <Field label={`${name}, JSON`}>
      <textarea name={field} rows={2} defaultValue={jsonOf(value)} />
    </Field>
  );
}

function Check(props: { readonly name: string; readonly label: string; readonly isOn: boolean }) {
  const { name, label, isOn } = props;
  return (
    <label class="check">
      <input name={name} type="checkbox" defaultChecked={isOn} /> {label}
    </label>
  );
}

function jsonOf(value: unknown): string {
  return value === null ? '' : JSON.stringify(value);
}
