import type { ComponentChildren } from 'preact';
import type { Tenant } from '../api/types.ts';
import { setParameters } from '../state/address.ts';
import { Field } from '../ui/field.tsx';
import { sayError } from '../ui/notice.tsx';
import { StudioHead, type StudioMode } from './studio-head.tsx';

interface Choice {
  readonly id: string;
  readonly name: string;
}

interface StudioFormProps {
  readonly tenant: Tenant;
  readonly mode: StudioMode;
  readonly label: string;
  readonly models: readonly Choice[];
  readonly model: Choice | undefined;
  /** Asks with what the form holds; an error that it rejects with is shown. */
  readonly submit: (form: HTMLFormElement) => Promise<void>;
  /** The fields below the model, and the button. */
  readonly children: ComponentChildren;
}

/** The form of either studio: its head, and the model that is asked. */
export function StudioForm(props: StudioFormProps) {
  const { tenant, mode, label, models, model, submit, children } = props;
  return (
    <form
      class="filters"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget).catch(sayError);
      }}
    >
      <StudioHead tenant={tenant} mode={mode} />
      <Field label="Model">
        <select
          name="model"
          value={model?.id ?? ''}
          onChange={({ currentTarget }) => setParameters({ model: currentTarget.value })}
        >
          {models.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {children}
    </form>
  );
}
