import { defineOperation } from '@model-gateway/core';
import { jsonResponse } from '@model-gateway/core/http';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Says a text as many times as the query asks for. */
export const repeat = defineOperation({
  id: 'repeat',
  method: 'POST',
  path: '/texts/:name/repeat',
  summary: 'Repeat a text',
  permission: 'inference',
  params: v.object({ name: v.string() }),
  query: v.object({ times: v.optional(count, 2) }),
  body: { schema: v.object({ text: v.string() }) },
  response: v.object({ text: v.string() }),
  handle: async ({ params, query, body, caller }) =>
    jsonResponse({
      name: params.name,
      text: body.text.repeat(query.times),
      caller: caller?.label,
    }),
});
