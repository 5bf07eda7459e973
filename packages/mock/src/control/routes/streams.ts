import { invalidRequest } from '@model-gateway/core';
import * as v from 'valibot';
import { requestPatternFromJson } from '../../rules/json/pattern-from-json.ts';
import type { RequestPattern } from '../../rules/request-pattern.ts';
import type { HeldStream } from '../../streams/held-stream.ts';
import { defineRoute } from '../define-route.ts';
import { described, optional } from '../../described.ts';
import { paramsOf, TENANT_PARAMS } from '../wire/params.ts';
import { StreamOrderSchema, type StreamOrderJson } from '../wire/stream.ts';

const StreamSchema = described(
  v.object({ id: described(v.string(), 'For saying what its client gets.') }),
  'A held stream: its client receives what the test sends, and no more.',
  'HeldStream',
);

const holdStream = defineRoute({
  id: 'holdStream',
  method: 'POST',
  path: '/tenants/:tenant/streams',
  tag: 'streams',
  summary: 'Hold a stream',
  description:
    'Holds the stream of the next createImage with `stream: true`: its client is answered, and then only gets what is sent here.',
  params: TENANT_PARAMS,
  body: {
    schema: v.object({
      where: optional(
        v.object({
          body: optional(v.unknown(), 'The members that matter.'),
          headers: optional(v.record(v.string(), v.unknown()), 'By name, in any case.'),
        }),
        'Only of a request like this; patterns are as in rules.',
      ),
    }),
    example: { where: { body: { prompt: { contains: 'panda' } } } },
  },
  answer: {
    status: 201,
    description: 'The stream, whose request is still to come.',
    data: { schema: StreamSchema, example: { id: 'stream-1' } },
  },
  async handle({ params, body: { where = {} } }, context) {
    const tenant = context.tenant(params.tenant);
    // Whatever the members hold, requests are compared with it.
    const pattern = requestPatternFromJson(where) as RequestPattern<'createImage'>;
    const held = tenant.on('createImage').where(pattern).stream();
    return { id: context.held(tenant).streams.add(held) };
  },
});

const sendToStream = defineRoute({
  id: 'sendToStream',
  method: 'POST',
  path: '/tenants/:tenant/streams/:stream',
  tag: 'streams',
  summary: 'Send to a held stream',
  description:
    'Waits for the request, and answers once the event is on the socket, or as far as the client reads. 409 when that cannot be: there is no stream after all, it is over, or the client left.',
  params: paramsOf('stream', 'The id of the stream.'),
  body: { schema: StreamOrderSchema, example: { partial: 0 } },
  answer: { status: 204, description: 'It was sent.' },
  errors: ['conflict'],
  async handle({ params, body }, context) {
    const { streams } = context.held(context.tenant(params.tenant));
    await send(streams.get(params.stream), body);
  },
});

export const STREAM_ROUTES = [holdStream, sendToStream];

const ORDERS = ['partial', 'text', 'complete', 'error', 'end'] as const;

function send(stream: HeldStream, order: StreamOrderJson): Promise<void> {
  const given = ORDERS.filter((name) => order[name] !== undefined);
  const { partial, text, phase, error, end } = order;
  if (given.length !== 1) {
    const message = `expected one of ${ORDERS.join(', ')}, got ${given.join(' and ') || 'none'}`;
    throw invalidRequest([{ path: 'body', message }]);
  }
  if (partial !== undefined) return stream.partial(partial);
  if (text !== undefined) return stream.text(text, phase);
  if (error !== undefined) return stream.error(error);
  return end === undefined ? stream.complete() : stream.end(end);
}
