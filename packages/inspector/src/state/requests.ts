import { computed, signal } from '@preact/signals';
import { followFeed } from '../api/feed.ts';
import type { FeedEvent, RequestSummary } from '../api/types.ts';
import { refreshTenants } from './tenants.ts';

/** A request in the list. */
export interface ListedRequest extends RequestSummary {
  readonly tenant: string;
  /** `main/12`, the same as long as the request is in the journal. */
  readonly key: string;
}

/** More than that makes a page slow, and no person reads them. */
const MOST_LISTED = 5000;

/** All requests, newest first, whether or not the list is paused. */
export const all = signal<readonly ListedRequest[]>([]);
const frozen = signal<readonly ListedRequest[] | undefined>(undefined);

/** Whether the page is connected to the feed. */
export const isConnected = signal(false);
/** Whether requests have left the journal before the page read them. */
export const hasGap = signal(false);
/** The requests to show, newest first; while paused, those at the time of pausing. */
export const listed = computed(() => frozen.value ?? all.value);
export const isPaused = computed(() => frozen.value !== undefined);
/** The number of requests that have come since pausing. */
export const missedCount = computed(() =>
  frozen.value === undefined ? 0 : Math.max(0, all.value.length - listed.value.length),
);

export function togglePause(): void {
  frozen.value = frozen.value === undefined ? all.value : undefined;
}

/** Follows the feed for as long as the page lives. */
export function followRequests(leaving: AbortSignal): void {
  void followFeed({ event: take, connected: (is) => (isConnected.value = is) }, leaving);
}

const waiting: FeedEvent[] = [];

/** Many events make one change of the page. */
function take(event: FeedEvent): void {
  if (waiting.length === 0) setTimeout(flush, FLUSH_MS);
  waiting.push(event);
}

const FLUSH_MS = 30;

function flush(): void {
  const requests = new Map(all.value.toReversed().map((request) => [request.key, request]));
  for (const event of waiting.splice(0)) apply(event, requests);
  all.value = [...requests.values()].slice(-MOST_LISTED).toReversed();
}

function apply(event: FeedEvent, requests: Map<string, ListedRequest>): void {
  switch (event.type) {
    case 'request': {
      const { tenant, request } = event;
      const key = `${tenant}/${request.number}`;
      requests.set(key, { ...request, tenant, key });
      return;
    }
    case 'tenants':
      void refreshTenants().catch(() => {});
      return;
    case 'cleared':
      for (const [key, { tenant }] of requests) if (tenant === event.tenant) requests.delete(key);
      return;
    case 'gap':
      hasGap.value = true;
      return;
    case 'reset':
      requests.clear();
  }
}
