import { saidInAnswer } from '../streams/said-in-answer.ts';
import { Bubble } from '../ui/bubble.tsx';
import { Field, valuesOf } from '../ui/field.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import type { TalkState } from './chat.ts';
import type { Turn } from './chat-body.ts';

/** An answer as it is said, and what it cost; where it calls tools, what they return. */
export function Talking(props: {
  readonly talk: TalkState;
  /** Asks again with more turns. */
  readonly onGoOn: (turns: readonly Turn[]) => void;
}) {
  const { talk, onGoOn } = props;
  const { heard, warnings, problem, isRunning, body, question } = talk;
  const isOver = !isRunning && problem === undefined;
  return (
    <div class={isRunning ? 'drawing running' : 'drawing'}>
      <p role="status">{statusOf(talk)}</p>
      {problem !== undefined && <p class="callout bad">{problem}</p>}
      {warnings !== undefined && <p class="callout poor">Adjusted: {warnings}</p>}
      <div class="stood">
        {saidInAnswer(heard).map((said, index) => (
          <Bubble key={index} said={said} isLast />
        ))}
      </div>
      {isOver && heard !== undefined && heard.calls.length > 0 && (
        <Results key={question.turns.length} talk={talk} onGoOn={onGoOn} />
      )}
      {heard?.usage !== undefined && (
        <>
          <h3>Usage</h3>
          <JsonTree value={{ ...heard.usage, cost: heard.cost }} label="Usage" />
        </>
      )}
      <h3>Request</h3>
      <JsonTree value={body} label="Request body" />
    </div>
  );
}

/** A form for what the tools return, with a sample of each. */
function Results(props: {
  readonly talk: TalkState;
  readonly onGoOn: (turns: readonly Turn[]) => void;
}) {
  const { talk, onGoOn } = props;
  const { turns } = talk.question;
  const { text = '', calls = [] } = talk.heard ?? {};
  const called = calls.map((call, index) => ({ ...call, id: `call_${turns.length}_${index}` }));
  const send = (values: Readonly<Record<string, string>>) => {
    const results = called.map(({ id }) => ({ id, text: values[id] ?? '' }));
    onGoOn([...turns, { text, calls: called }, { results }]);
  };
  return (
    <form
      class="panel"
      aria-label="Results of tools"
      onSubmit={(event) => {
        event.preventDefault();
        send(valuesOf(event.currentTarget));
      }}
    >
      {called.map(({ id, name, args }) => (
        <Field key={id} label={`What ${name} returns`}>
          <textarea name={id} rows={2}>
            {sampleOf(args)}
          </textarea>
        </Field>
      ))}
      <button type="submit" class="primary">
        Send results
      </button>
    </form>
  );
}

/** Something that a tool could return: it went well, for what it was asked. */
function sampleOf(args: unknown): string {
  return JSON.stringify({ ok: true, ...(typeof args === 'object' && args) });
}

function statusOf({ isRunning, problem, heard }: TalkState): string {
  if (isRunning) return 'Answering';
  if (problem !== undefined) return 'Failed';
  return heard?.finish === undefined ? 'Done' : `Done: ${heard.finish}`;
}
