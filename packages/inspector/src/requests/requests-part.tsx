import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { attempt, say } from '../ui/notice.tsx';
import { control } from '../api/control.ts';
import { parameter, setParameters } from '../state/address.ts';
import { hasGap, isPaused, listed, missedCount, togglePause } from '../state/requests.ts';
import { tenants } from '../state/tenants.ts';
import { Detail } from './detail.tsx';
import { filtered, operationNames, problemCount, PROBLEMS, STATUS_CHOICES } from './filters.ts';
import { RequestList } from './request-list.tsx';

/** The requests as they come, and one of them in full. */
export function RequestsPart() {
  const selected = parameter('request');
  const request = listed.value.find(({ key }) => key === selected);
  const select = (key: string) => setParameters({ request: key });
  const part = useRef<HTMLDivElement>(null);
  const isOpen = request !== undefined;
  const wasOpen = useRef(isOpen);
  // What is closed takes the focus with it; arrow keys go on in the list.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) {
      part.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  const closeOnEscape = (event: KeyboardEvent) => {
    // In a search field, Escape clears the text.
    const { target } = event;
    const isSearch = target instanceof HTMLInputElement && target.type === 'search';
    if (event.key === 'Escape' && !isSearch) select('');
  };
  return (
    <div class={isOpen ? 'requests has-detail' : 'requests'} ref={part} onKeyDown={closeOnEscape}>
      <h1 class="visually-hidden">Requests</h1>
      <div class="master">
        <Toolbar />
        {hasGap.value && (
          <p class="callout poor">
            Some requests left the journal before this page could read them.
          </p>
        )}
        {filtered.value.length === 0 ? (
          <Empty />
        ) : (
          <RequestList requests={filtered.value} selected={selected} onSelect={select} />
        )}
      </div>
      {request !== undefined && (
        <Detail
          request={request}
          around={around(selected)}
          onSelect={select}
          onClose={() => select('')}
        />
      )}
    </div>
  );
}

/** The requests above and below one in the list. */
function around(key: string): readonly [string | undefined, string | undefined] {
  const position = filtered.value.findIndex((request) => request.key === key);
  if (position === -1) return [undefined, undefined];
  return [filtered.value[position - 1]?.key, filtered.value[position + 1]?.key];
}

function Toolbar() {
  return (
    <div class="toolbar" role="search" aria-label="Filter requests">
      <input
        type="search"
        aria-label="Filter by text"
        placeholder="Filter by path, rule, status…"
        value={parameter('q')}
        onInput={({ currentTarget }) => setParameters({ q: currentTarget.value })}
      />
      <Choice name="operation" label="Operation" choices={operationNames.value} />
      <Choice name="status" label="Status" choices={STATUS_CHOICES} />
      <Choice name="of" label="Tenant" choices={tenants.value.map(({ id }) => id)} />
      <button type="button" aria-pressed={isPaused.value} onClick={togglePause}>
        {isPaused.value
          ? `Resume${missedCount.value > 0 ? ` (${missedCount.value} new)` : ''}`
          : 'Pause'}
      </button>
      <Switch
        name={PROBLEMS}
        value="only"
        title="4xx and 5xx, unhandled, unknown parameters, broken connections"
      >
        Problems {problemCount.value}
      </Switch>
      <button type="button" onClick={() => void forget()}>
        Clear requests
      </button>
      <span class="muted count" aria-live="off">
        {filtered.value.length} of {listed.value.length}
      </span>
    </div>
  );
}

/** A button that puts a value in the address, and takes it away again. */
function Switch(props: {
  readonly name: string;
  readonly value: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const { name, value, title, children } = props;
  const isOn = parameter(name) !== '';
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={title}
      onClick={() => setParameters({ [name]: isOn ? '' : value })}
    >
      {children}
    </button>
  );
}

function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly string[];
}) {
  const { name, label, choices } = props;
  return (
    <select
      aria-label={label}
      value={parameter(name)}
      onChange={({ currentTarget }) => setParameters({ [name]: currentTarget.value })}
    >
      <option value="">{label}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

/** Forgets the requests of the tenant in the filter, or of all. */
function forget(): Promise<void> {
  return attempt(async () => {
    const of = parameter('of');
    const ids = tenants.value.map(({ id }) => id).filter((id) => of === '' || id === of);
    for (const id of ids) await control('DELETE', `/tenants/${encodeURIComponent(id)}/requests`);
    setParameters({ request: '' });
    say('Requests forgotten');
  });
}

function Empty() {
  const main = tenants.value[0];
  if (listed.value.length > 0) return <p class="empty">No request is like this.</p>;
  return (
    <div class="empty">
      <p>No requests yet. They appear here as they come.</p>
      {main !== undefined && (
        <pre>
          curl -H 'authorization: Bearer {main.api_key}' \{'\n'} {location.origin}
          {new URL(main.base_url, location.origin).pathname}/models?limit=3
        </pre>
      )}
    </div>
  );
}
