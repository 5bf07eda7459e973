import { JsonTree } from '../ui/json-tree.tsx';
import type { TalkState } from './chat.ts';

/** An answer as it is said, and what it cost. */
export function Talking({ talk }: { readonly talk: TalkState }) {
  const { text, reasoning, calls, usage, warnings, problem, isRunning, body } = talk;
  return (
    <div class={isRunning ? 'drawing running' : 'drawing'}>
      <p role="status">{statusOf(talk)}</p>
      {problem !== undefined && <p class="callout bad">{problem}</p>}
      {warnings !== undefined && <p class="callout poor">Adjusted: {warnings}</p>}
      {reasoning !== '' && <p class="said muted">{reasoning}</p>}
      {text !== '' && <p class="said">{text}</p>}
      {calls.map(({ name, args }, index) => (
        <div key={index}>
          <h3>Calls {name}</h3>
          <pre class="said">{args}</pre>
        </div>
      ))}
      {usage !== undefined && (
        <>
          <h3>Usage</h3>
          <JsonTree value={usage} label="Usage" />
        </>
      )}
      <h3>Request</h3>
      <JsonTree value={body} label="Request body" />
    </div>
  );
}

function statusOf({ isRunning, problem, finish }: TalkState): string {
  if (isRunning) return 'Answering';
  if (problem !== undefined) return 'Failed';
  return finish === undefined ? 'Done' : `Done: ${finish}`;
}
