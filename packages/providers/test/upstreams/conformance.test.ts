import { describe, it } from 'node:test';
import { bindSuite, IMAGE_PROVIDER_CASES } from '@model-gateway/conformance';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { json } from '@model-gateway/providers/testing';
import { SkippingClock } from '../support/skipping-clock.ts';
import { aJob } from '../support/subject.ts';
import { SUBJECTS } from '../support/providers.ts';

for (const [name, subject] of Object.entries(SUBJECTS)) {
  describe(`${name}, as an image provider`, () => {
    bindSuite(IMAGE_PROVIDER_CASES, {
      test: it,
      async create() {
        const fake = await subject.start();
        // Without idle connections, an open connection is one in use.
        const http = createGuardedHttpClient({
          allow: ({ address }) => address === '127.0.0.1',
          maxIdleConnections: 0,
        });
        const { baseUrl, apiKey } = fake;
        const clock = new SkippingClock();
        const provider = subject.create({ baseUrl, apiKey, http, clock, random: () => 0.5 });
        return {
          subject: {
            provider: provider.images,
            jobs: subject.jobs.map((job) => aJob(job.model ?? subject.model, job)),
            hang: () => fake.fail('submit', 'silence'),
            reached: () => fake.silent(),
            breakOff: () => fake.fail('submit', 'reset'),
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
