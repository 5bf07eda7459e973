import * as v from 'valibot';
import { requestPatternFromJson } from '../../rules/json/pattern-from-json.ts';
import type { JournalEntry } from '../../journal-entry.ts';
import type { Requests } from '../../journal/requests.ts';
import { defineRoute } from '../define-route.ts';
import type { ControlContext } from '../control-context.ts';
import { REQUEST } from '../examples.ts';
import { NOTHING, TENANT_PARAMS } from '../wire/params.ts';
import {
  ExpectationSchema,
  RequestSchema,
  SELECTION,
  WaitSchema,
  type ExpectationJson,
  type RequestJson,
} from '../wire/request.ts';

const list = { schema: v.array(RequestSchema), example: [REQUEST] };

const listRequests = defineRoute({
  id: 'listRequests',
  method: 'GET',
  path: '/tenants/:tenant/requests',
  tag: 'requests',
  summary: 'List requests',
  description: 'The requests that the tenant received, oldest first, without secrets.',
  params: TENANT_PARAMS,
  query: v.object({ operation: SELECTION.operation }),
  body: undefined,
  answer: { status: 200, description: 'The requests.', data: list },
  errors: ['notFound'],
  handle: async ({ params, query }, context) =>
    selected(params.tenant, query, context).all().map(toJson),
});

const verifyRequests = defineRoute({
  id: 'verifyRequests',
  method: 'POST',
  path: '/tenants/:tenant/requests/verify',
  tag: 'requests',
  summary: 'Verify the received requests',
  description:
    'Fails with 409 when they are not as expected; the message shows the nearest requests, with a tick or a cross for each expectation.',
  params: TENANT_PARAMS,
  query: NOTHING,
  body: {
    schema: ExpectationSchema,
    example: {
      operation: 'createImage',
      count: 3,
      at: -1,
      expect: { body: { prompt: { contains: 'panda' } } },
    },
  },
  answer: { status: 200, description: 'The selected requests.', data: list },
  errors: ['notFound', 'conflict'],
  async handle({ params, body }, context) {
    const requests = selected(params.tenant, body, context);
    if (body.count !== undefined) requests.expectCount(body.count);
    expectLike(requests, body);
    return requests.all().map(toJson);
  },
});

const waitForRequests = defineRoute({
  id: 'waitForRequests',
  method: 'POST',
  path: '/tenants/:tenant/requests/wait',
  tag: 'requests',
  summary: 'Wait for requests',
  description: 'Answers as soon as that many requests have arrived; 409 after the timeout.',
  params: TENANT_PARAMS,
  query: NOTHING,
  body: { schema: WaitSchema, example: { operation: 'createImage', count: 2, timeout_ms: 5000 } },
  answer: { status: 200, description: 'The selected requests.', data: list },
  errors: ['notFound', 'conflict'],
  async handle({ params, body, signal }, context) {
    const requests = selected(params.tenant, body, context);
    await requests.waitFor({ count: body.count, timeoutMs: body.timeout_ms, signal });
    return requests.all().map(toJson);
  },
});

const forgetRequests = defineRoute({
  id: 'forgetRequests',
  method: 'DELETE',
  path: '/tenants/:tenant/requests',
  tag: 'requests',
  summary: 'Forget requests',
  description: 'Empties the journal; the counts of rules go on.',
  params: TENANT_PARAMS,
  query: NOTHING,
  body: undefined,
  answer: { status: 204, description: 'They are forgotten.' },
  errors: ['notFound'],
  async handle({ params }, context) {
    context.tenant(params.tenant).journal.clear();
  },
});

export const REQUEST_ROUTES = [listRequests, verifyRequests, waitForRequests, forgetRequests];

function selected(
  tenant: string,
  { operation = '*', where }: Pick<ExpectationJson, 'operation' | 'where'>,
  context: ControlContext,
): Requests {
  // Whatever the name, patterns come as JSON: the types of one operation tell nothing here.
  const requests: Requests = context.tenant(tenant).requests(operation as '*');
  return where === undefined ? requests : requests.where(fromJson(where));
}

function expectLike(requests: Requests, { expect = {}, at }: ExpectationJson): void {
  const { body, query, headers = {} } = fromJson(expect);
  const meant = at === undefined ? requests : requests.at(at);
  if (body != null) meant.expectBody(body);
  if (query !== undefined) meant.expectQuery(query);
  for (const [name, value] of Object.entries(headers)) meant.expectHeader(name, value);
}

type Pattern = Parameters<Requests['where']>[0];

/** Whatever the members of a pattern hold, requests are compared with it. */
function fromJson(pattern: object): Pattern {
  return requestPatternFromJson(pattern);
}

function toJson(entry: JournalEntry): RequestJson {
  return {
    number: entry.number,
    operation: entry.operation ?? null,
    method: entry.method,
    path: entry.path,
    query: entry.query,
    headers: entry.headers,
    body: entry.body ?? null,
    unknown: [...entry.unknown],
    adjusted: [...entry.adjusted],
    at: new Date(entry.at).toISOString(),
    answered_by: [...entry.answeredBy],
    status: entry.status ?? null,
    duration_ms: entry.durationMs ?? null,
    stream: entry.stream ?? null,
  };
}
