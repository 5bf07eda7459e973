import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCOUNT,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  imageEvent,
  partialEvent,
  settled,
  type Script,
} from './image-builders.ts';
import { classesOf, fails } from './provider-scripts.ts';

/** An image whose frame is not written yet, then a failure. */
const BROKEN: readonly (readonly [string, number, Script])[] = [
  [
    'sends one of two images and ends',
    2,
    async function* () {
      yield imageEvent(0);
      yield { type: 'done' };
    },
  ],
  [
    'sends one image too many',
    1,
    async function* () {
      yield imageEvent(0);
      yield imageEvent(1);
      yield { type: 'done' };
    },
  ],
  [
    'breaks off after an image',
    2,
    async function* () {
      yield imageEvent(0);
    },
  ],
  [
    'fails after an image',
    2,
    async function* (job, context) {
      yield imageEvent(0);
      yield* fails('overloaded')(job, context);
    },
  ],
];

describe('before the first frame nothing has reached the client (contract §4.5, §4.6)', () => {
  for (const [what, n, script] of BROKEN) {
    it(`a provider that ${what} is an ordinary error`, async () => {
      const setup = anImageGateway([aProvider('one', script)]);
      const response = await draw(setup.gateway, { stream: true, n });
      assert.ok(response.status >= 502, `status ${response.status}`);
      assert.equal(classesOf(response)?.length, 1);
      assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
    });

    it(`a provider that ${what} is replaced by the next`, async () => {
      const setup = anImageGateway([aProvider('one', script), aProvider('two')]);
      const response = await draw(setup.gateway, { stream: true, n });
      assert.equal(response.headers['x-provider-name'], 'TWO');
      assert.equal((await framesOf(response)).at(-1), '[DONE]');
      assert.equal(setup.ledger.balanceOf(ACCOUNT), n === 1 ? '9.96' : '9.92');
    });
  }

  const first: readonly (readonly [string, Script])[] = [
    [
      'a partial image',
      async function* () {
        yield partialEvent();
      },
    ],
    [
      'text',
      async function* () {
        yield { type: 'text', phase: 'draft', text: '<svg' };
      },
    ],
    [
      'an image that another follows',
      async function* () {
        yield imageEvent(0);
        yield imageEvent(1);
      },
    ],
  ];
  for (const [what, script] of first) {
    it(`${what} is answered at once`, async () => {
      const provider = aProvider('one', async function* (job, context) {
        yield* script(job, context);
        await new Promise((_, reject) => context.signal.addEventListener('abort', reject));
      });
      const setup = anImageGateway([provider]);
      const client = new AbortController();
      let status: number | undefined;
      void draw(setup.gateway, { stream: true, n: 3 }, client.signal).then(
        (response) => (status = response.status),
      );
      await settled();
      assert.equal(status, 200);
      client.abort();
    });
  }
});
