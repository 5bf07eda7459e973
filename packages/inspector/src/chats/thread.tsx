import { useEffect, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import type { Conversation, RequestDetail } from '../api/types.ts';
import { copy } from '../ui/copy.tsx';
import { duration } from '../ui/format.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { sayError } from '../ui/notice.tsx';
import { PartLink } from '../ui/part-link.tsx';
import { dollars } from './dollars.ts';
import { exchangesOf, type Exchange, type Said } from './exchanges.ts';
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
  const exchanges = exchangesOf(useRequests(path, conversation));
  const { dialect, model, turns, usage, cost, problems, requests, transcript } = conversation;
  const leftOut = requests.length - MOST_REQUESTS;
  return (
    <>
      <div class="toolbar">
        <h2>{conversation.first.slice(0, 100) || '(no text)'}</h2>
        <button type="button" onClick={() => void copy(transcript, 'Transcript')}>
          Copy transcript
        </button>
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
        <OneExchange key={exchange.request.number} tenant={tenant} exchange={exchange} />
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

function OneExchange(props: { readonly tenant: string; readonly exchange: Exchange }) {
  const { tenant, exchange } = props;
  const { request, added, answered } = exchange;
  const { number, answered_by: by, status, answer, usage, cost, duration_ms: took } = request;
  const firstMs = request.response?.chunks?.[0]?.at_ms;
  return (
    <section class="exchange" aria-label={`Request ${number}`}>
      {added.map((said, index) => (
        <Bubble key={index} said={said} tokens={request.chat?.tokens} />
      ))}
      {answered.map((said, index) => (
        <Bubble key={index} said={said} isLast={answer?.finish != null} />
      ))}
      <p class="chips muted">
        <PartLink to="requests" more={{ request: `${tenant}/${number}` }} text={`#${number}`} />
        {by
          .filter((id) => id !== 'gateway')
          .map((id) => (
            <span key={id}>
              rule <PartLink to="rules" more={{ tenant, rule: id }} text={id} />
            </span>
          ))}
        {status !== 200 && <span>{status === null ? 'no answer yet' : `status ${status}`}</span>}
        {answer?.finish != null && <span>finish {answer.finish}</span>}
        {usage !== null && (
          <span>
            {usage.input} in, {usage.cached} cached, {usage.output} out
          </span>
        )}
        {cost !== null && <span>{dollars(cost)}</span>}
        {firstMs !== undefined && <span>first piece {duration(firstMs)}</span>}
        {took !== null && <span>took {duration(took)}</span>}
      </p>
    </section>
  );
}

/** Something that was said; a call of a tool with what it returned. */
function Bubble(props: {
  readonly said: Said;
  /** Of the input, for instructions. */
  readonly tokens?: number | undefined;
  /** Whether nothing is known of what came after it. */
  readonly isLast?: boolean;
}) {
  const { said, tokens, isLast = false } = props;
  const { who, kind, text, args, result } = said;
  const side = who === 'assistant' ? 'bubble from-model' : 'bubble';
  if (kind === 'call') {
    return (
      <div class={side}>
        <h3>Calls {text}</h3>
        <JsonTree value={args} label={`Arguments of ${text}`} />
        {result === undefined ? (
          <p class={isLast ? 'muted' : 'unanswered'}>
            {isLast ? 'Its result is still to come' : 'Its result never came'}
          </p>
        ) : (
          <p class="said">→ {result}</p>
        )}
      </div>
    );
  }
  if (who === 'system' || who === 'developer' || kind === 'reasoning') {
    const title =
      kind === 'reasoning' ? 'Reasoning' : `Instructions, of ${tokens ?? '?'} tokens sent`;
    return (
      <details class={side}>
        <summary class="muted">{title}</summary>
        <p class="said muted">{text}</p>
      </details>
    );
  }
  return (
    <div class={side}>
      <h3>{kind === 'refusal' ? `${who} refuses` : who}</h3>
      <p class="said">{kind === 'other' ? `(${text})` : text}</p>
    </div>
  );
}
