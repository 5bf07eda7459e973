import { useState } from 'preact/hooks';
import { AnswerError, control } from '../api/control.ts';
import { all } from '../state/requests.ts';
import { Field, valuesOf } from '../ui/field.tsx';
import { sayError } from '../ui/notice.tsx';

const TALKS = ['createChatCompletion', 'createMessage', 'createResponse'];

/** Asks the mock whether the last request of a conversation is as expected; it marks the first difference. */
export function Expectation(props: {
  readonly tenant: string;
  /** Of the tenant, in the control interface. */
  readonly path: string;
  readonly request: number;
}) {
  const { tenant, path, request } = props;
  const [told, setTold] = useState<string | undefined>();
  const judge = async (form: HTMLFormElement) => {
    const { pattern = '{}' } = valuesOf(form);
    // The mock counts the conversations that it has, oldest first.
    const at = all.value.filter(
      ({ tenant: of, operation, number }) =>
        of === tenant && operation !== null && TALKS.includes(operation) && number < request,
    ).length;
    try {
      const chat: unknown = JSON.parse(pattern);
      await control('POST', `${path}/requests/verify`, { operation: 'chat', at, expect: { chat } });
      setTold('As expected.');
    } catch (error) {
      if (error instanceof AnswerError && error.status === 409) setTold(error.message);
      else sayError(error);
    }
  };
  return (
    <form
      class="panel"
      aria-label="Expectation"
      onSubmit={(event) => {
        event.preventDefault();
        void judge(event.currentTarget);
      }}
    >
      <Field label="Expect the last request to be like this pattern of conversations, in JSON">
        <textarea name="pattern" rows={2} required>
          {'{ "user": { "contains": "Oslo" } }'}
        </textarea>
      </Field>
      <button type="submit">Compare</button>
      {told !== undefined && (
        <pre class="body" role="status">
          {told}
        </pre>
      )}
    </form>
  );
}
