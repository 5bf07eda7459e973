import { describe, it } from 'node:test';
import { bindSuite, CHAT_PROVIDER_CASES } from '@model-gateway/conformance';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { json } from '@model-gateway/providers/testing';
import { SkippingClock } from '../support/skipping-clock.ts';
import { jobOf } from './subject.ts';
import { CHAT_SUBJECTS } from './subjects.ts';

const messages = [{ role: 'user', content: 'Grüße' }];
const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
};
const CALL = {
  messages,
  tools: [{ type: 'function', function: { name: 'a.weather', parameters } }],
  tool_choice: 'required',
};

for (const [name, { start, create, model, calls }] of Object.entries(CHAT_SUBJECTS)) {
  describe(`${name}, as a provider of conversations`, () => {
    bindSuite(CHAT_PROVIDER_CASES, {
      test: it,
      async create() {
        const fake = await start();
        // Without idle connections, an open connection is one in use.
        const http = createGuardedHttpClient({
          allow: ({ address }) => address === '127.0.0.1',
          maxIdleConnections: 0,
        });
        const { baseUrl, apiKey } = fake;
        const { chat } = create({ baseUrl, apiKey, http, clock: new SkippingClock() });
        if (chat === undefined) throw new Error(`${name} has no conversations`);
        const said = calls === undefined ? [{ messages }, CALL] : [{ messages }];
        const bodies = said.flatMap((body) => [body, { ...body, stream: true }]);
        return {
          subject: {
            provider: chat,
            jobs: bodies.map((body) => jobOf(model, body)),
            hang: () => fake.fail('submit', 'silence'),
            reached: () => fake.silent(),
            breakOff: () => fake.fail('submit', 'reset'),
            cut: () => fake.fail('submit', 'cut'),
            answerGarbage: () => fake.fail('submit', json([42])),
            requests: () => fake.requests.length,
            allClosed: () => fake.allClosed(),
          },
          async dispose() {
            await http.close();
            await fake[Symbol.asyncDispose]();
          },
        };
      },
    });
  });
}
