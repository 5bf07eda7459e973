import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { parameter, setParameters } from '../state/address.ts';
import { HintedField } from '../ui/field.tsx';
import type { QueryParameter } from './parameters.ts';

interface ControlProps {
  readonly filter: QueryParameter;
  readonly 'aria-describedby'?: string;
}

/** The control of one parameter; its value is in the page's address under the same name. */
export function ModelFilter({ parameter: filter }: { readonly parameter: QueryParameter }) {
  const { name, description, kind } = filter;
  const label = <FilterName name={name} />;
  if (kind === 'choices') return <Choices filter={filter} label={label} />;
  return (
    <HintedField label={label} hint={description} width={kind === 'number' ? 'half' : undefined}>
      {kind === 'choice' ? <Choice filter={filter} /> : <Entry filter={filter} />}
    </HintedField>
  );
}

/** The name of a parameter in words, and as the query has it where words say more. */
function FilterName({ name }: { readonly name: string }) {
  const words = WORDS[name];
  if (words === undefined) return <>{name.replaceAll('_', ' ')}</>;
  return (
    <>
      {words} <small>{name}</small>
    </>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  q: 'Search',
  arch: 'Architecture',
  zdr: 'Zero data retention',
};

function Choice({ filter: { name, choices }, ...described }: ControlProps) {
  return (
    <select
      {...described}
      value={parameter(name)}
      onChange={({ currentTarget }) => setParameters({ [name]: currentTarget.value })}
    >
      <option value="">{name === 'sort' ? 'default' : 'any'}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

function Entry({ filter: { name, kind, min, max }, ...described }: ControlProps) {
  const common = {
    ...described,
    value: parameter(name),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setParameters({ [name]: currentTarget.value.trim() }),
  };
  if (kind === 'number') return <input type="number" step="any" min={min} max={max} {...common} />;
  return <input placeholder={kind === 'texts' ? 'a,b' : ''} {...common} />;
}

function Choices(props: { readonly filter: QueryParameter; readonly label: VNode }) {
  const { filter, label } = props;
  const { name, choices, description } = filter;
  const id = useId();
  const chosen = parameter(name)
    .split(',')
    .filter((each) => each !== '');
  const toggle = (choice: string) => {
    const next = chosen.includes(choice)
      ? chosen.filter((each) => each !== choice)
      : [...chosen, choice];
    setParameters({ [name]: next.join(',') });
  };
  return (
    <div class="hinted">
      <fieldset class="choices" aria-describedby={id}>
        <legend>{label}</legend>
        {choices.map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={() => toggle(choice)}
            />
            {choice}
          </label>
        ))}
      </fieldset>
      <p id={id} class="hint">
        {description}
      </p>
    </div>
  );
}
