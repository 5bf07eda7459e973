import { useState } from 'preact/hooks';
import { errorIn } from '../requests/answer-facts.ts';
import { CopyMenu } from '../requests/copy-menu.tsx';
import { Frames } from '../streams/frames.tsx';
import { saidInAnswer } from '../streams/said-in-answer.ts';
import { Scrubber } from '../streams/scrubber.tsx';
import { useStream } from '../streams/use-stream.ts';
import { Bubble, type Said } from '../ui/bubble.tsx';
import { duration } from '../ui/format.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { PartLink } from '../ui/part-link.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { dollars } from './dollars.ts';
import type { Exchange } from './exchanges.ts';
import { MakeRule } from './make-rule.tsx';

/** One request of a conversation, and its answer: as it was said, event by event, and as it was sent. */
export function OneExchange(props: {
  readonly tenant: string;
  readonly exchange: Exchange;
  /** Whether everything that was sent is shown, not only what is new. */
  readonly isWhole: boolean;
}) {
  const { tenant, exchange, isWhole } = props;
  const { request, added, sent, answered } = exchange;
  const stream = useStream(request);
  const [isTaken, setTaken] = useState(false);
  const { playback } = stream ?? {};
  const stood = playback?.isChosen
    ? saidInAnswer(stream?.recorded.at(playback.position))
    : answered;
  const error = errorIn(request.response?.body, undefined);
  const answer = (
    <>
      {error === undefined ? (
        <Answer said={stood} isLast={request.answer?.finish != null} />
      ) : (
        <p class="callout bad nothing">
          <span class="cross">✗</span> {error}
        </p>
      )}
    </>
  );
  const { number, body } = request;
  return (
    <section class="exchange" aria-label={`Request ${number}`}>
      {(isWhole ? sent : added).map((said, index) => (
        <Bubble key={index} said={said} />
      ))}
      <Tabs
        label={`Answer of request ${number}`}
        tabs={[
          { id: 'answer', name: 'Answer', content: () => answer },
          ...(stream === undefined
            ? []
            : [
                {
                  id: 'events',
                  name: `Events (${stream.chunks.length + stream.leftOut})`,
                  content: () => (
                    <div class="beside">
                      <div>{answer}</div>
                      <div>
                        <Frames {...stream} />
                      </div>
                    </div>
                  ),
                },
              ]),
          {
            id: 'request',
            name: 'Request',
            content: () => <JsonTree value={body} label="Request body" />,
          },
        ]}
      />
      {stream !== undefined && <Scrubber {...stream} />}
      <Chips tenant={tenant} exchange={exchange} />
      <details class="take" onToggle={({ currentTarget }) => setTaken(currentTarget.open)}>
        <summary class="muted">Copy it, or make a rule for this</summary>
        {isTaken && (
          <>
            <CopyMenu tenant={tenant} detail={request} />
            <MakeRule tenant={tenant} request={request} stream={stream} />
          </>
        )}
      </details>
    </section>
  );
}

function Answer({ said, isLast }: { readonly said: readonly Said[]; readonly isLast: boolean }) {
  if (said.length === 0) return <p class="muted nothing">Nothing said.</p>;
  return (
    <div class="bubbles">
      {said.map((each, index) => (
        <Bubble key={index} said={each} isLast={isLast} />
      ))}
    </div>
  );
}

/** What answered, and what it took. */
function Chips({ tenant, exchange }: { readonly tenant: string; readonly exchange: Exchange }) {
  const { request } = exchange;
  const { number, answered_by: by, status, answer, usage, cost, duration_ms: took } = request;
  const firstMs = request.response?.chunks?.[0]?.at_ms;
  return (
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
  );
}
