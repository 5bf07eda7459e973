import { useEffect, useState } from 'preact/hooks';
import { parameter } from '../state/address.ts';
import { Field, HintedField, valuesOf } from '../ui/field.tsx';
import { sayError } from '../ui/notice.tsx';
import { PREFILLED } from './rule-for.ts';
import { NO_CHOICES, ruleChoices, type RuleChoices } from './rule-choices.ts';
import { ACTIONS, ruleFrom, type Action } from './rule-from.ts';

/** What a client has to handle, the most frequent first. */
const STATUSES = ['529', '503', '502', '500', '429', '524', '408', '402', '401', '400'];

/** A form for a rule; what it sends is the rule's JSON. */
export function RuleForm({ onAdd }: { readonly onAdd: (rule: object) => Promise<void> }) {
  const [action, setAction] = useState<Action>('fail');
  const [choices, setChoices] = useState(NO_CHOICES);
  useEffect(() => {
    ruleChoices().then(setChoices, sayError);
  }, []);
  // Only images are streamed, so nothing else has an ending.
  const usualTarget = parameter(PREFILLED.on) || (action === 'end' ? 'createImage' : '*');
  const submit = (form: HTMLFormElement) => {
    try {
      void onAdd(ruleFrom(action, valuesOf(form)));
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <form
      class="panel"
      aria-label="New rule"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <HintedField label="for" hint="An operation, * for all, or a route such as POST /moderations">
        <input key={usualTarget} name="on" list="operations" required defaultValue={usualTarget} />
      </HintedField>
      <datalist id="operations">
        {choices.operations.map((operation) => (
          <option key={operation} value={operation} />
        ))}
      </datalist>
      <Field label="does">
        <select
          value={action}
          onChange={({ currentTarget }) =>
            setAction(ACTIONS.find((each) => each === currentTarget.value) ?? 'fail')
          }
        >
          {ACTIONS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </Field>
      <Arguments action={action} choices={choices} />
      <HintedField
        label="where the body has, JSON"
        hint='Values or patterns: {"prompt": {"contains": "panda"}}'
      >
        <input name="where" placeholder='{"n": 2}' defaultValue={parameter(PREFILLED.where)} />
      </HintedField>
      <HintedField label="times" hint="A number of requests, or always">
        <input name="times" placeholder="1" pattern="\d+|always" />
      </HintedField>
      <button type="submit" class="primary">
        Add rule
      </button>
    </form>
  );
}

function Arguments(props: { readonly action: Action; readonly choices: RuleChoices }) {
  const { action, choices } = props;
  switch (action) {
    case 'fail':
      return <Select name="status" choices={STATUSES} />;
    case 'delay':
      return (
        <Field label="by">
          <input name="delay" required placeholder="2s" />
        </Field>
      );
    case 'fault':
      return <Select name="fault" choices={choices.faults} />;
    case 'end':
      return <Select name="ending" choices={choices.endings} />;
    case 'reply':
      return (
        <>
          <Field label="status">
            <input name="status" type="number" min={200} max={599} placeholder="200" />
          </Field>
          <Field label="JSON">
            <textarea name="json" rows={4} required placeholder='{"data": []}' />
          </Field>
        </>
      );
  }
}

function Select({ name, choices }: { readonly name: string; readonly choices: readonly string[] }) {
  return (
    <Field label={name}>
      <select name={name}>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </Field>
  );
}
