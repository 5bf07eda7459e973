import { useEffect, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import { basePathOf } from '../api/gateway.ts';
import type { RequestDetail } from '../api/types.ts';
import { ruleFor } from '../rules/rule-for.ts';
import { goTo } from '../state/address.ts';
import type { ListedRequest } from '../state/requests.ts';
import { tenants } from '../state/tenants.ts';
import { duration } from '../ui/format.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { PartLink } from '../ui/part-link.tsx';
import { Pictures, picturesIn } from '../ui/pictures.tsx';
import { attemptsIn, costIn, errorIn, imagesIn } from './answer-facts.ts';
import { CopyMenu } from './copy-menu.tsx';
import { answererOf, nameOf } from './filters.ts';
import { NearFixtures } from './near-fixtures.tsx';
import { Status } from './request-list.tsx';
import { StreamView } from './stream-view.tsx';
import { Vectors } from './vectors.tsx';

/** One request, and what was answered, side by side where there is room. */
export function Detail(props: {
  readonly request: ListedRequest;
  /** The requests above and below it in the list. */
  readonly around: readonly [above: string | undefined, below: string | undefined];
  readonly onSelect: (key: string) => void;
  readonly onClose: () => void;
}) {
  const { request, around, onSelect, onClose } = props;
  const detail = useDetail(request);
  const tenant = tenants.value.find(({ id }) => id === request.tenant);
  const base = tenant === undefined ? '' : basePathOf(tenant);
  return (
    <article class="detail" aria-label={`Request ${request.number}`}>
      <header>
        <h2>
          <Status request={request} /> {nameOf(request)}
        </h2>
        <div class="steps">
          <Step label="Previous request" sign="↑" to={around[0]} onSelect={onSelect} />
          <Step label="Next request" sign="↓" to={around[1]} onSelect={onSelect} />
        </div>
        <button type="button" aria-keyshortcuts="Escape" onClick={onClose}>
          Close <kbd>Esc</kbd>
        </button>
        {detail !== undefined && <CopyMenu tenant={request.tenant} detail={detail} />}
        {detail !== undefined && (
          <button
            type="button"
            onClick={() => goTo('rules', { tenant: request.tenant, ...ruleFor(detail, base) })}
          >
            Make a rule for this
          </button>
        )}
      </header>
      <Facts request={request} detail={detail} />
      {detail !== undefined && (
        <div class="sides">
          <section aria-label="Sent">
            <h3>Request</h3>
            <Sent detail={detail} />
          </section>
          <section aria-label="Answered">
            <h3>Response</h3>
            <Answered detail={detail} />
          </section>
        </div>
      )}
    </article>
  );
}

function Step(props: {
  readonly label: string;
  readonly sign: string;
  readonly to: string | undefined;
  readonly onSelect: (key: string) => void;
}) {
  const { label, sign, to, onSelect } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onSelect(to)}
    >
      {sign}
    </button>
  );
}

/** What the mock knows of the request, asked again whenever the feed says that there is more. */
function useDetail(request: ListedRequest): RequestDetail | undefined {
  const [known, setKnown] = useState<{ key: string; detail: RequestDetail } | undefined>();
  useEffect(() => {
    let isCurrent = true;
    const path = `/tenants/${encodeURIComponent(request.tenant)}/requests/${request.number}`;
    control<RequestDetail>('GET', path).then(
      (detail) => isCurrent && setKnown({ key: request.key, detail }),
      // It has left the journal; the list still has its line.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [request]);
  return known?.key === request.key ? known.detail : undefined;
}

function Facts(props: {
  readonly request: ListedRequest;
  readonly detail: RequestDetail | undefined;
}) {
  const { request, detail } = props;
  const cost = costIn(detail?.response?.body, detail?.response?.chunks);
  const error = errorIn(detail?.response?.body, detail?.response?.chunks);
  const { stream } = request;
  return (
    <>
      <dl class="facts">
        <Fact name="Path" value={`${request.method} ${request.path}`} />
        {!request.unhandled && (
          <div>
            <dt>Answered by</dt>
            <dd>
              <Answerers request={request} />
            </dd>
          </div>
        )}
        <Fact name="Tenant" value={request.tenant} />
        <Fact name="At" value={request.at} />
        {request.duration_ms !== null && <Fact name="Took" value={duration(request.duration_ms)} />}
        {stream !== null && <Fact name="Stream" value={`${stream.events} events, ${stream.end}`} />}
        {cost !== undefined && <Fact name="Cost" value={`$${cost}`} />}
      </dl>
      {detail?.unhandled === true && (
        <p class="callout bad">
          <span class="cross">✗</span> No rule, fixture or operation answered.
          {detail.nearest !== null && (
            <>
              {' '}
              Did you mean <code>{detail.nearest}</code>?
            </>
          )}
        </p>
      )}
      {error !== undefined && (
        <p class="callout bad">
          <span class="cross">✗</span> {error}
        </p>
      )}
      {[
        ...request.unknown.map((part) => `Unknown and ignored: ${part}`),
        ...request.adjusted.map((part) => `Adjusted: ${part}`),
      ].map((warning) => (
        <p key={warning} class="callout poor">
          {warning}
        </p>
      ))}
      {detail !== undefined && <NearFixtures detail={detail} />}
      <Attempts body={detail?.response?.body} />
    </>
  );
}

/** What answered; rules lead to their row in the table of rules. */
function Answerers({ request }: { readonly request: ListedRequest }) {
  const { answered_by: by, tenant } = request;
  if (by.length === 0) return <>{answererOf(request) || 'nothing yet'}</>;
  return (
    <>
      {by.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {id === 'gateway' ? (
            id
          ) : (
            <>
              rule <PartLink to="rules" more={{ tenant, rule: id }} text={id} />
            </>
          )}
        </span>
      ))}
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

/** The providers that failed, in the order of asking. */
function Attempts({ body }: { readonly body: unknown }) {
  const attempts = attemptsIn(body);
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Provider attempts">
      <h3>Provider attempts</h3>
      <p class="muted">
        Times as the error states them: simulated by the tenant's clock, or chosen by the rule that
        replied. They need not add up to the time it took.
      </p>
      <ol class="attempts">
        {attempts.map((attempt, index) => (
          <li key={index}>
            <strong>{attempt.provider}</strong> {attempt.class}{' '}
            <span class="muted">{duration(attempt.ms)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sent({ detail }: { readonly detail: RequestDetail }) {
  const hasQuery = Object.keys(detail.query).length > 0;
  return (
    <>
      {hasQuery && (
        <>
          <h4>Query</h4>
          <NamedTexts texts={detail.query} />
        </>
      )}
      <Pictures pictures={picturesIn(detail.body, 'Reference')} />
      {detail.body === null ? (
        <p class="muted">
          {detail.body_note === null ? 'No body.' : `The body ${detail.body_note}.`}
        </p>
      ) : (
        <>
          <h4>Body</h4>
          <Body body={detail.body} label="Request body" />
        </>
      )}
      <Headers headers={detail.headers} />
    </>
  );
}

function Answered({ detail }: { readonly detail: RequestDetail }) {
  const { response, status, unhandled } = detail;
  if (response === null) {
    return <p class="muted">{saidOf(unhandled, status)}</p>;
  }
  const { body, chunks, is_kept: isKept, headers } = response;
  return (
    <>
      {!isKept && (
        <p class="muted">The body is no longer kept: there is room for the newest answers only.</p>
      )}
      {chunks === null && <Pictures pictures={imagesIn(response)} />}
      <Vectors sent={detail.body} body={body} />
      {chunks !== null && <StreamView key={`${detail.number}`} request={detail} />}
      {body !== null && <Body body={body} label="Response body" />}
      <Headers headers={headers} />
    </>
  );
}

function saidOf(unhandled: boolean, status: number | null): string {
  if (unhandled) return 'A 404 that names the nearest operation.';
  return status === null ? 'No answer yet.' : 'Nothing was kept.';
}

function Body({ body, label }: { readonly body: unknown; readonly label: string }) {
  if (typeof body === 'string') return <pre class="body">{body.slice(0, 20_000)}</pre>;
  return <JsonTree value={body} label={label} />;
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <details class="headers">
      <summary>{Object.keys(headers).length} headers</summary>
      <NamedTexts texts={headers} />
    </details>
  );
}

/** Texts by name, without quotes: everything in a query and in headers is text. */
function NamedTexts({ texts }: { readonly texts: Readonly<Record<string, string>> }) {
  return (
    <dl class="texts">
      {Object.entries(texts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
