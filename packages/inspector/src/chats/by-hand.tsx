import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import type { RequestDetail } from '../api/types.ts';
import { all, type ListedRequest } from '../state/requests.ts';
import { Field } from '../ui/field.tsx';
import { attempt } from '../ui/notice.tsx';
import { PartLink } from '../ui/part-link.tsx';
import { argumentsFor, toolsIn } from './tools-in.ts';

/** A stream that waits for the next conversation, or is being answered. */
interface Held {
  readonly tenant: string;
  /** The rule that takes the request. */
  readonly rule: string;
  readonly stream: string;
}

/** Kept while other parts are shown. */
const held = signal<Held | undefined>(undefined);

/** Lets a person be the model: the next streamed conversation of the tenant gets what they send. */
export function ByHand({ tenant, path }: { readonly tenant: string; readonly path: string }) {
  const current = held.value?.tenant === tenant ? held.value : undefined;
  const request = current && all.value.find((each) => isTakenBy(each, current));
  const isOver = request !== undefined && request.status !== null && isEnded(request);
  useEffect(() => {
    if (isOver) void hold(tenant, path);
  }, [isOver]);
  const toggle = () => (current === undefined ? hold(tenant, path) : letGo(path, current));
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={current !== undefined}
          onChange={() => void toggle()}
        />
        Be the model
      </label>
      {current !== undefined && request === undefined && (
        <p class="muted" role="status">
          Waiting for a conversation with <code>stream: true</code>; you answer the next one.
        </p>
      )}
      {current !== undefined && request !== undefined && !isOver && (
        <Answering key={current.stream} path={path} stream={current.stream} request={request} />
      )}
    </>
  );
}

function isTakenBy({ tenant, answered_by: by }: ListedRequest, own: Held): boolean {
  return tenant === own.tenant && by.includes(own.rule);
}

function isEnded({ stream }: ListedRequest): boolean {
  return stream?.end !== 'open';
}

/** Holds the next conversation that is streamed. */
function hold(tenant: string, path: string): Promise<void> {
  return attempt(async () => {
    const rule = `by-hand-${crypto.randomUUID().slice(0, 8)}`;
    const asked = { on: 'chat', as: rule, where: { chat: { stream: true } } };
    const { id } = await control<{ readonly id: string }>('POST', `${path}/streams`, asked);
    held.value = { tenant, rule, stream: id };
  });
}

/** Lets the gateway answer again, and shows it only once it does. */
function letGo(path: string, { rule }: Held): Promise<void> {
  return attempt(async () => {
    try {
      await control('DELETE', `${path}/rules/${encodeURIComponent(rule)}`);
    } finally {
      held.value = undefined;
    }
  });
}

/** How an answer may end. */
const ENDINGS = ['done', 'clean-eof', 'abort', 'error-event', 'stall', 'linger'];

/** The form of the one who is the model. */
function Answering(props: {
  readonly path: string;
  readonly stream: string;
  readonly request: ListedRequest;
}) {
  const { path, stream, request } = props;
  const detail = useBody(path, request.number);
  const tools = toolsIn(detail?.body);
  const [text, setText] = useState('');
  const [tool, setTool] = useState('');
  const [args, setArgs] = useState('{}');
  const give = (order: object) => control('POST', `${path}/streams/${stream}`, order);
  const send = (...orders: readonly object[]) =>
    attempt(async () => {
      for (const order of orders) await give(order);
    });
  // A text that did not arrive stays, and so does what was typed while it was on its way.
  const say = (order: object) =>
    attempt(async () => {
      await give(order);
      setText((now) => (now.startsWith(text) ? now.slice(text.length) : now));
    });
  const choose = (name: string) => {
    setTool(name);
    setArgs(JSON.stringify(argumentsFor(tools.find((each) => each.name === name)), null, 2));
  };
  return (
    <div class="panel" role="group" aria-label="Your answer">
      <p role="status">
        <PartLink to="requests" more={{ request: request.key }} text={`#${request.number}`} /> waits
        for you: <q>{detail?.chat?.last ?? '…'}</q>
      </p>
      <Field label="Text">
        <textarea
          rows={3}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      <p class="toolbar">
        <button type="button" class="primary" onClick={() => void say({ text })}>
          Say
        </button>
        <button type="button" onClick={() => void say({ text, phase: 'reasoning' })}>
          Reason
        </button>
        <button type="button" onClick={() => void say({ refuse: text })}>
          Refuse
        </button>
      </p>
      {tools.length > 0 && (
        <>
          <Field label="Tool">
            <select value={tool} onChange={({ currentTarget }) => choose(currentTarget.value)}>
              <option value="">Choose a tool to call</option>
              {tools.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          {tool !== '' && (
            <>
              <Field label="Arguments">
                <textarea
                  rows={4}
                  value={args}
                  onInput={({ currentTarget }) => setArgs(currentTarget.value)}
                />
              </Field>
              <button type="button" onClick={() => void send({ call: tool }, { args })}>
                Call {tool}
              </button>
            </>
          )}
        </>
      )}
      <p class="toolbar">
        <button type="button" class="primary" onClick={() => void send({ complete: true })}>
          Finish
        </button>
        <select
          aria-label="End in another way"
          value=""
          onChange={({ currentTarget }) => void send({ end: currentTarget.value })}
        >
          <option value="">End in another way</option>
          {ENDINGS.map((ending) => (
            <option key={ending} value={ending}>
              {ending}
            </option>
          ))}
        </select>
      </p>
    </div>
  );
}

/** What was asked, once it is there. */
function useBody(path: string, number: number): RequestDetail | undefined {
  const [detail, setDetail] = useState<RequestDetail | undefined>();
  useEffect(() => {
    control<RequestDetail>('GET', `${path}/requests/${number}`).then(setDetail, () => {});
  }, [path, number]);
  return detail;
}
