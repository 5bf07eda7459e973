import { KEEP_ALIVE, withKeepAlive } from '@model-gateway/core/kit';
import { systemClock } from '@model-gateway/core';
import type { ControlContext } from '../control-context.ts';
import { defineRoute, routesOf, type RouteInput } from '../define-route.ts';
import { FEED_EVENT } from '../examples.ts';
import { feed } from '../feed/feed.ts';
import type { WatchedJournal } from '../feed/changes-since.ts';
import { FeedEventSchema } from '../wire/feed.ts';
import { NOTHING } from '../wire/params.ts';

const KEEP_ALIVE_MS = 15_000;

const ANSWER = {
  status: 200 as const,
  description: 'The events, until the mock closes.',
  events: { schema: FeedEventSchema, example: FEED_EVENT },
};

const watchRequests = defineRoute({
  on: 'GET /events',
  summary: 'Watch requests',
  description:
    'The requests of all tenants as server-sent events: those in the journals, then each change. `last-event-id` continues where a connection ended. A slow reader skips states of a request, and gets a `gap` where requests have left the journal. Comments keep the connection open.',
  params: NOTHING,
  answer: ANSWER,
  handle: async (input, context) =>
    eventsOf(input, context, () => context.gateway.tenants().map(({ id }) => id)),
});

const watchTenant = defineRoute({
  on: 'GET /tenants/:tenant/events',
  summary: 'Watch the requests of a tenant',
  description: 'The same for one tenant. Its closing is a `tenants` event with an empty list.',
  answer: ANSWER,
  async handle(input, context) {
    const { id } = context.tenant(input.params.tenant);
    const isThere = () => context.gateway.tenants().some((tenant) => tenant.id === id);
    return eventsOf(input, context, () => (isThere() ? [id] : []));
  },
});

export const FEED_ROUTES = routesOf('requests', { watchRequests, watchTenant });

type Reader = Pick<RouteInput<never, never, never>, 'lastEventId' | 'signal'>;

function eventsOf(
  { lastEventId, signal }: Reader,
  { gateway }: ControlContext,
  ids: () => readonly string[],
) {
  const journals = () =>
    ids().flatMap((tenant): WatchedJournal[] => {
      const journal = gateway.journal(tenant);
      return journal === undefined ? [] : [{ tenant, journal }];
    });
  const events = feed({ changes: gateway.changes, journals, lastEventId, signal });
  // Real time: the connection is between two programs, whatever time it is in a tenant.
  return withKeepAlive(events, systemClock, KEEP_ALIVE_MS, KEEP_ALIVE);
}
