import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListedRequest } from '../state/requests.ts';
import { duration, timeOfDay } from '../ui/format.ts';
import { answererOf, isBroken, isProblem, nameOf } from './filters.ts';

/** The height of a row in pixels, as the style sheet has it. */
const ROW = { oneLine: 40, twoLines: 48 };
/** In a narrower list, rows have two lines. */
const ONE_LINE_WIDTH = 760;
/** Rows beyond the edges, so that scrolling shows no gaps. */
const SPARE = 6;

export interface RequestListProps {
  readonly requests: readonly ListedRequest[];
  readonly selected: string;
  readonly onSelect: (key: string) => void;
}

/**
 * A list of which only the rows in view are in the page, however many there are. Arrow keys, Home,
 * End and the page keys select. Rows that arrive above do not move those in view.
 */
export function RequestList({ requests, selected, onSelect }: RequestListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600, width: ONE_LINE_WIDTH });
  const newest = useRef<string | undefined>(undefined);

  const look = () => {
    const { current } = box;
    if (current === null) return;
    const { scrollTop: top, clientHeight: height, clientWidth: width } = current;
    setView({ top, height, width });
  };
  const hasTwoLines = view.width < ONE_LINE_WIDTH;
  const rowHeight = hasTwoLines ? ROW.twoLines : ROW.oneLine;
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const added = requests.findIndex(({ key }) => key === newest.current);
    newest.current = requests[0]?.key;
    if (added > 0 && box.current !== null && box.current.scrollTop > 0) {
      box.current.scrollTop += added * rowHeight;
    }
  }, [requests]);

  const position = requests.findIndex(({ key }) => key === selected);
  const isListed = position !== -1;
  // A link may select a request that is far down the list.
  useLayoutEffect(() => {
    if (isListed) showRow(box.current, position, rowHeight);
  }, [selected, isListed, rowHeight]);
  const select = (next: number) => {
    const request = requests[Math.max(0, Math.min(requests.length - 1, next))];
    if (request === undefined) return;
    onSelect(request.key);
    showRow(box.current, requests.indexOf(request), rowHeight);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const next = nextPosition(event.key, position, page, requests.length);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  };

  const first = Math.max(0, Math.floor(view.top / rowHeight) - SPARE);
  const last = Math.min(requests.length, Math.ceil((view.top + view.height) / rowHeight) + SPARE);
  return (
    <div class={hasTwoLines ? 'lister two-lines' : 'lister'}>
      <Headings />
      <div
        class="list"
        ref={box}
        role="listbox"
        tabIndex={0}
        aria-label="Requests, newest first"
        aria-activedescendant={position === -1 ? undefined : rowId(selected)}
        onScroll={look}
        onKeyDown={onKeyDown}
      >
        <div
          role="presentation"
          style={{ height: `${requests.length * rowHeight}px`, position: 'relative' }}
        >
          {requests.slice(first, last).map((request, index) => (
            <Row
              key={request.key}
              request={request}
              position={first + index}
              count={requests.length}
              top={(first + index) * rowHeight}
              isSelected={request.key === selected}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The names of the columns, for the eye: a row's own text says what each part is. */
function Headings() {
  return (
    <div class="headings" aria-hidden="true">
      <span class="status-heading">Status</span>
      <span class="what">Request</span>
      <span class="by">
        <span class="who">Answered by</span>
        <span class="of">Tenant</span>
      </span>
      <span class="when">
        <span class="took">Took</span>
        <span class="at">Time (UTC)</span>
      </span>
    </div>
  );
}

function nextPosition(
  key: string,
  position: number,
  page: number,
  count: number,
): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return position + 1;
    case 'ArrowUp':
    case 'k':
      return position === -1 ? 0 : position - 1;
    case 'PageDown':
      return position + page;
    case 'PageUp':
      return position - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function showRow(box: HTMLDivElement | null, position: number, height: number): void {
  if (box === null) return;
  const top = position * height;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + height > box.scrollTop + box.clientHeight)
    box.scrollTop = top + height - box.clientHeight;
}

function rowId(key: string): string {
  return `request-${key.replace('/', '-')}`;
}

interface RowProps {
  readonly request: ListedRequest;
  readonly position: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly onSelect: (key: string) => void;
}

function Row({ request, position, count, top, isSelected, onSelect }: RowProps) {
  const { key, method, path, at, tenant, duration_ms: took, stream, unknown } = request;
  return (
    <div
      id={rowId(key)}
      class={isProblem(request) ? 'row problem' : 'row'}
      role="option"
      aria-selected={isSelected}
      aria-posinset={position + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(key)}
    >
      <Status request={request} />
      <span class="what">
        <span class="operation">
          {nameOf(request)}
          {unknown.length > 0 && (
            <span class="flag"> unknown: {unknown.map(partIn).join(', ')}</span>
          )}
        </span>
        <span class="path">
          {method} {path}
          {searchOf(request)}
        </span>
      </span>
      <span class="by">
        <span class="who">{answererOf(request)}</span>
        <span class="of">{tenant}</span>
      </span>
      <span class="when">
        <span class="took">
          {stream !== null && stream.end === 'open'
            ? `${stream.events} events`
            : took !== null && duration(took)}
        </span>
        <time class="at" dateTime={at}>
          {timeOfDay(at)}
        </time>
      </span>
    </div>
  );
}

/** The name in a sentence about a part that the gateway does not know. */
function partIn(sentence: string): string {
  return /"([^"]+)"/.exec(sentence)?.[1] ?? sentence;
}

function searchOf({ query }: ListedRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

/** A status by colour and in words. */
export function Status({ request }: { readonly request: ListedRequest }) {
  const { status, unhandled } = request;
  if (isBroken(request)) return <span class="status bad">broken</span>;
  if (unhandled) return <span class="status bad">404</span>;
  if (status === null) return <span class="status open">···</span>;
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'poor' : 'good';
  return <span class={`status ${kind}`}>{status}</span>;
}
