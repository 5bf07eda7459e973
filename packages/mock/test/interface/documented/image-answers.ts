import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import { createMockGateway, type MockKeyName } from '@model-gateway/mock';
import type { Sent } from '../answers.ts';
import { aFailingGateway, INFERENCE } from '../failing-gateway.ts';
import {
  broken,
  documentedAnswer,
  isAsDocumented,
  isRepetition,
  talk,
  withKey,
} from './documented-answers.ts';

const PAINT = { model: 'acme/paint-1', prompt: 'a red panda', size: '64x64' };

export const draw = (body: object = {}, key?: MockKeyName): Sent =>
  talk('/images', { ...PAINT, ...body }, key);

/** Tests the answers with images. */
export function describeImageAnswers(): void {
  describe('answers to POST /images are as documented', () => {
    const bodies = [
      {},
      { n: 3, size: undefined, resolution: '512', aspect_ratio: '9:19.5', quality: 'high' },
      { model: 'inkwell/linocut-v2-svg', size: undefined },
      { stream: true },
      { stream: true, n: 2 },
      { stream: true, model: 'inkwell/linocut-v2-svg', size: undefined },
    ];
    for (const body of bodies) {
      it(JSON.stringify(body), async () => {
        const { headers } = await documentedAnswer('createImage', 200, draw(body));
        const type = body.stream ? /^text\/event-stream/ : /^application\/json/;
        assert.match(headers['content-type'] ?? '', type);
      });
    }

    it('with a bad body', () => isAsDocumented('createImage', 400, draw({ prompt: '', n: 11 })));

    it('without credits', () => isAsDocumented('createImage', 402, draw({}, 'broke')));

    it('with a management key', () => isAsDocumented('createImage', 403, draw({}, 'management')));

    it('with an unknown model', () =>
      isAsDocumented('createImage', 404, draw({ model: 'acme/nothing' })));

    it('up to the rate limit and past it', async () => {
      const limited = createMockGateway({ rateLimit: { limit: 1, windowSeconds: 60 } });
      await isAsDocumented('createImage', 200, draw(), limited.handle);
      await isAsDocumented('createImage', 429, draw(), limited.handle);
    });

    it('with a body past the limit', async () => {
      const gateway = await aFailingGateway({ maxBodyBytes: 10 });
      await isAsDocumented('createImage', 413, withKey(draw(), INFERENCE), gateway);
    });

    it('without a catalog', async () => {
      const gateway = await aFailingGateway({
        stores: { models: { revision: broken, snapshot: broken } },
      });
      await isAsDocumented('createImage', 500, withKey(draw(), INFERENCE), gateway);
    });

    it('while the request of the same idempotency key runs', () =>
      isRepetition('createImage', draw()));

    const failures: readonly (readonly [FailureClass, number])[] = [
      ['policy', 400],
      ['too-large', 413],
      ['rate-limited', 429],
      ['server', 502],
      ['timeout', 524],
      ['overloaded', 529],
    ];
    for (const [failure, status] of failures) {
      it(`when the provider's failure is ${failure}`, async () => {
        const gateway = await aFailingGateway({ provider: failure });
        await isAsDocumented('createImage', status, withKey(draw(), INFERENCE), gateway);
      });
    }
  });
}
