import { GatewayError } from '@model-gateway/core';
import * as v from 'valibot';
import { requestPatternFromJson } from '../../rules/json/pattern-from-json.ts';
import type { RequestRecord } from '../../journal/request-record.ts';
import type { Requests } from '../../journal/expectations/requests.ts';
import { defineRoute, routesOf } from '../define-route.ts';
import type { ControlContext } from '../control-context.ts';
import { FIXTURE, REQUEST, REQUEST_DETAIL } from '../examples.ts';
import { paramsOf } from '../wire/params.ts';
import { FixtureSchema } from '../wire/fixture.ts';
import {
  ExpectationSchema,
  RequestDetailSchema,
  RequestSchema,
  SELECTION,
  WaitSchema,
  type ExpectationJson,
} from '../wire/request.ts';
import { requestJson } from '../wire/request-json.ts';
import { requestDetail } from '../wire/request-detail.ts';
import { missOf } from '../miss-of.ts';

const list = { schema: v.array(RequestSchema), example: [REQUEST] };

const REQUEST_PARAMS = paramsOf('number', 'The number of the request; 1 is the first.');

const listRequests = defineRoute({
  on: 'GET /tenants/:tenant/requests',
  summary: 'List requests',
  description: 'The requests that the tenant received, oldest first, without secrets.',
  query: v.object({ operation: SELECTION.operation }),
  answer: { status: 200, description: 'The requests.', data: list },
  handle: async ({ params, query }, context) =>
    selected(params.tenant, query, context).all().map(requestJson),
});

const getRequest = defineRoute({
  on: 'GET /tenants/:tenant/requests/:number',
  summary: 'Look at a request',
  description:
    'Everything that is known of it: what was sent, what was answered, the events of a stream, what an unhandled request probably meant, and the fixtures that nearly answered it. Without secrets.',
  params: REQUEST_PARAMS,
  answer: {
    status: 200,
    description: 'The request and its answer.',
    data: { schema: RequestDetailSchema, example: REQUEST_DETAIL },
  },
  async handle({ params }, context) {
    const record = recordOf(params, context);
    const { redaction } = context.journal(params.tenant);
    const miss = await missOf(record, context.gateway);
    return requestDetail(record, redaction, context.gateway, miss);
  },
});

const getRequestFixture = defineRoute({
  on: 'GET /tenants/:tenant/requests/:number/fixture',
  summary: 'Make a fixture of a request',
  description:
    'A fixture file that answers the same request the same way, as the recorder writes it, without secrets; prompts are kept. Of a conversation it has every turn so far, in place of its bytes. 409 when the answer is not there or not kept.',
  params: REQUEST_PARAMS,
  answer: {
    status: 200,
    description: 'The file, and the files that belong beside it.',
    data: { schema: FixtureSchema, example: FIXTURE },
  },
  errors: ['conflict'],
  async handle({ params }, context) {
    const record = recordOf(params, context);
    const { toFixture } = await import('../to-fixture.ts');
    return toFixture(record, context.gateway.basePath);
  },
});

const verifyRequests = defineRoute({
  on: 'POST /tenants/:tenant/requests/verify',
  summary: 'Verify the received requests',
  description:
    'Fails with 409 when they are not as expected; the message shows the nearest requests, with a tick or a cross for each expectation.',
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
  errors: ['conflict'],
  async handle({ params, body }, context) {
    const requests = selected(params.tenant, body, context);
    if (body.count !== undefined) requests.expectCount(body.count);
    expectLike(requests, body);
    return requests.all().map(requestJson);
  },
});

const waitForRequests = defineRoute({
  on: 'POST /tenants/:tenant/requests/wait',
  summary: 'Wait for requests',
  description: 'Answers as soon as that many requests have arrived; 409 after the timeout.',
  body: { schema: WaitSchema, example: { operation: 'createImage', count: 2, timeout_ms: 5000 } },
  answer: { status: 200, description: 'The selected requests.', data: list },
  errors: ['conflict'],
  async handle({ params, body, signal }, context) {
    const requests = selected(params.tenant, body, context);
    await requests.waitFor({ count: body.count, timeoutMs: body.timeout_ms, signal });
    return requests.all().map(requestJson);
  },
});

const forgetRequests = defineRoute({
  on: 'DELETE /tenants/:tenant/requests',
  summary: 'Forget requests',
  description: 'Empties the journal; the counts of rules go on.',
  answer: { status: 204, description: 'They are forgotten.' },
  async handle({ params }, context) {
    context.tenant(params.tenant).journal.clear();
  },
});

export const REQUEST_ROUTES = routesOf('requests', {
  listRequests,
  getRequest,
  getRequestFixture,
  verifyRequests,
  waitForRequests,
  forgetRequests,
});

/** Throws a 404 that names the requests there are. */
function recordOf(
  { tenant, number }: { readonly tenant: string; readonly number: string },
  context: ControlContext,
): RequestRecord {
  const records = context.journal(tenant).records();
  const found = records.find((record) => String(record.number) === number);
  if (found !== undefined) return found;
  const [first, last] = [records[0], records.at(-1)];
  const hint =
    first === undefined || last === undefined
      ? 'the journal is empty'
      : `the journal has ${first.number} to ${last.number}`;
  const message = `Resource not found: there is no request ${JSON.stringify(number)}; ${hint}`;
  throw new GatewayError('notFound', { message });
}

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
  const { body, query, headers = {}, chat } = fromJson(expect);
  const meant = at === undefined ? requests : requests.at(at);
  if (body != null) meant.expectBody(body);
  if (query !== undefined) meant.expectQuery(query);
  if (chat !== undefined) meant.expectChat(chat);
  for (const [name, value] of Object.entries(headers)) meant.expectHeader(name, value);
}

type Pattern = Parameters<Requests['where']>[0];

/** Whatever the members of a pattern hold, requests are compared with it. */
function fromJson(pattern: object): Pattern {
  return requestPatternFromJson(pattern);
}
