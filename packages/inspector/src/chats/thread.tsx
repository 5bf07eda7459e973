import { useEffect, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import { textToPaste, toScript } from '../copy-as/script.ts';
import { parameter, setParameters } from '../state/address.ts';
import type { Conversation, RequestDetail } from '../api/types.ts';
import { copy } from '../ui/copy.tsx';
import { say, sayError } from '../ui/notice.tsx';
import { dollars } from './dollars.ts';
import { OneExchange } from './exchange.tsx';
import { exchangesOf } from './exchanges.ts';
import { Expectation } from './expectation.tsx';

/** More of them are left to the list of requests. */
const MOST_REQUESTS = 50;

/** One conversation: what was said, and what each answer took. */
export function Thread(props: {
  readonly tenant: string;
  /** Of the tenant, in the control interface. */
  readonly path: string;
  readonly conversation: Conversation;
}) {
  const { tenant, path, conversation } = props;
  const details = useRequests(path, conversation);
  const exchanges = exchangesOf(details);
  const copyScript = () => {
    const script = toScript(details);
    return script === undefined
      ? say('It has no answers yet')
      : copy(textToPaste(script), 'Script');
  };
  const isWhole = parameter('whole') !== '';
  const { dialect, model, turns, usage, cost, problems, requests, transcript } = conversation;
  const leftOut = requests.length - MOST_REQUESTS;
  return (
    <>
      <div class="toolbar">
        <h2>{conversation.first.slice(0, 100) || '(no text)'}</h2>
        <button type="button" onClick={() => void copy(transcript, 'Transcript')}>
          Copy transcript
        </button>
        <button type="button" onClick={() => void copyScript()}>
          Copy script
        </button>
        <label class="check">
          <input
            type="checkbox"
            checked={!isWhole}
            onChange={() => setParameters({ whole: isWhole ? '' : '1' })}
          />
          New only
        </label>
      </div>
      <dl class="facts">
        <Fact name="Model" value={model} />
        <Fact name="Dialect" value={dialect} />
        <Fact name="Turns" value={String(turns)} />
        <Fact name="Tokens in" value={`${usage.input} (${usage.cached} cached)`} />
        <Fact name="Tokens out" value={String(usage.output)} />
        <Fact name="Cost" value={dollars(cost)} />
      </dl>
      {problems.map((problem) => (
        <p key={problem} class="callout bad">
          <span class="cross">✗</span> {problem}
        </p>
      ))}
      {leftOut > 0 && <p class="callout">The first {leftOut} requests are left out here.</p>}
      {exchanges.map((exchange) => (
        <OneExchange
          key={exchange.request.number}
          tenant={tenant}
          exchange={exchange}
          isWhole={isWhole}
        />
      ))}
      <Expectation tenant={tenant} path={path} request={requests.at(-1) ?? 0} />
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The requests of a conversation, asked again whenever something of it has changed. */
function useRequests(path: string, conversation: Conversation): readonly RequestDetail[] {
  const [details, setDetails] = useState<readonly RequestDetail[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const asked = conversation.requests
      .slice(-MOST_REQUESTS)
      .map((number) => control<RequestDetail>('GET', `${path}/requests/${number}`));
    Promise.all(asked).then((found) => isCurrent && setDetails(found), sayError);
    return () => {
      isCurrent = false;
    };
  }, [path, conversation]);
  return details;
}
