import { described, optional } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { requestPatternFromJson } from '../../rules/json/pattern-from-json.ts';
import { carryOut, chatOrders, imageOrders } from '../stream-orders.ts';
import { defineRoute, routesOf } from '../define-route.ts';
import { paramsOf } from '../wire/params.ts';
import { StreamOrderSchema } from '../wire/stream.ts';

const CONVERSATIONS = ['createChatCompletion', 'createMessage', 'createResponse'] as const;

const StreamSchema = described(
  v.object({ id: described(v.string(), 'For saying what its client gets.') }),
  'A held stream: its client receives what the test sends, and no more.',
  { title: 'HeldStream' },
);

const holdStream = defineRoute({
  on: 'POST /tenants/:tenant/streams',
  summary: 'Hold a stream',
  description:
    'Holds the stream of the next image, or the next conversation, with `stream: true`: its client only gets what is sent here.',
  body: {
    schema: v.object({
      on: optional(
        v.picklist(['createImage', 'chat', ...CONVERSATIONS]),
        'An image, which is the default, or a conversation, with `chat` in any dialect.',
      ),
      as: optional(v.string(), 'Names the rule that takes the request.'),
      where: optional(
        v.object({
          body: optional(v.unknown(), 'The members that matter.'),
          headers: optional(v.record(v.string(), v.unknown()), 'By name, in any case.'),
          chat: optional(v.unknown(), 'What the conversation is like.'),
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
  async handle({ params, body: { on = 'createImage', where = {}, as } }, context) {
    const tenant = context.tenant(params.tenant);
    const { streams } = context.held(tenant);
    const pattern = requestPatternFromJson(where);
    // Whatever the members hold, requests are compared with it.
    const builderOf = <Operation extends typeof on>(operation: Operation) => {
      const builder = tenant.on(operation).where(pattern);
      return as === undefined ? builder : builder.as(as);
    };
    const orders =
      on === 'createImage'
        ? imageOrders(builderOf(on).stream())
        : chatOrders(builderOf(on).stream());
    return { id: streams.add(orders) };
  },
});

const sendToStream = defineRoute({
  on: 'POST /tenants/:tenant/streams/:stream',
  summary: 'Send to a held stream',
  description:
    'Waits for the request, and answers once the event is on the socket, or as far as the client reads. 409 when that cannot be: there is no stream after all, it is over, or the client left.',
  params: paramsOf('stream', 'The id of the stream.'),
  body: { schema: StreamOrderSchema, example: { partial: 0 } },
  answer: { status: 204, description: 'It was sent.' },
  errors: ['conflict'],
  async handle({ params, body }, context) {
    const { streams } = context.held(context.tenant(params.tenant));
    await carryOut(streams.get(params.stream), body);
  },
});

export const STREAM_ROUTES = routesOf('streams', { holdStream, sendToStream });
