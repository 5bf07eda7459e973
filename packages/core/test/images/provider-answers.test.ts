import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCOUNT,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  imageEvent,
  jsonOf,
  partialEvent,
  settled,
  type Script,
} from './image-builders.ts';
import { classesOf, fails, hangs } from './provider-scripts.ts';

describe('what a provider returns is checked', () => {
  const answers: readonly (readonly [string, Script])[] = [
    [
      'too few images',
      async function* () {
        yield { type: 'done' };
      },
    ],
    [
      'no end',
      async function* () {
        yield imageEvent(0);
      },
    ],
    [
      'an image twice',
      async function* () {
        yield imageEvent(0);
        yield imageEvent(0);
        yield { type: 'done' };
      },
    ],
    [
      'an image that was not asked for',
      async function* () {
        yield imageEvent(1);
        yield { type: 'done' };
      },
    ],
    [
      'bytes that are not an image',
      async function* () {
        const bytes = new TextEncoder().encode('<html>Bad gateway</html>');
        yield {
          type: 'image',
          index: 0,
          data: { encoding: 'bytes', bytes },
          mediaType: 'image/png',
        };
        yield { type: 'done' };
      },
    ],
    [
      'an image that breaks off',
      async function* () {
        const event = imageEvent(0);
        assert.ok(event.type === 'image' && event.data.encoding === 'bytes');
        const bytes = event.data.bytes.subarray(0, 40);
        yield { ...event, data: { encoding: 'bytes', bytes } };
        yield { type: 'done' };
      },
    ],
    [
      'cut base64',
      async function* () {
        const parts = [new TextEncoder().encode('iVBORw0KGgo')];
        yield {
          type: 'image',
          index: 0,
          data: { encoding: 'base64', parts },
          mediaType: 'image/png',
        };
        yield { type: 'done' };
      },
    ],
  ];
  for (const [name, script] of answers) {
    it(`${name}: 502, or the next provider`, async () => {
      const response = await draw(anImageGateway([aProvider('one', script)]).gateway);
      assert.equal(response.status, 502);
      assert.deepEqual(classesOf(response), ['malformed']);
      const { gateway } = anImageGateway([aProvider('one', script), aProvider('two')]);
      assert.equal((await draw(gateway)).status, 200);
    });
  }

  it('the bytes say the media type, whatever the provider says', async () => {
    const provider = aProvider('one', async function* () {
      const event = imageEvent(0);
      assert.ok(event.type === 'image');
      yield { ...event, mediaType: 'image/jpeg' };
      yield { type: 'done' };
    });
    const response = await draw(anImageGateway([provider]).gateway);
    assert.equal(jsonOf(response).data?.[0]?.media_type, 'image/png');
  });
});

describe('a stream that fails', () => {
  const after = (last: Script): Script =>
    async function* (job, context) {
      context.dispatched();
      context.progress();
      yield partialEvent();
      yield* last(job, context);
    };

  it('after its first frame stays with its provider and says so', async () => {
    const second = aProvider('two');
    const { gateway, ledger } = anImageGateway([
      aProvider('one', after(fails('overloaded'))),
      second,
    ]);
    const frames = await framesOf(await draw(gateway, { stream: true }));
    assert.deepEqual(frames.slice(1), [
      {
        type: 'error',
        error: { message: 'Provider returned error', code: '529', type: 'overloaded' },
      },
      '[DONE]',
    ]);
    assert.equal(second.jobs.length, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('in silence gets comments every 15 s and ends after 60 s', async () => {
    const setup = anImageGateway([aProvider('one', after(hangs))]);
    const response = await draw(setup.gateway, { stream: true });
    const reading = framesOf(response);
    let frames: readonly unknown[] | undefined;
    void reading.then((value) => (frames = value));
    for (let second = 0; second < 61; second++) {
      await settled();
      setup.clock.advance(1000);
    }
    await settled();
    assert.deepEqual(frames?.slice(1), [
      ': keep-alive',
      ': keep-alive',
      ': keep-alive',
      ': keep-alive',
      {
        type: 'error',
        error: { message: 'Request timed out, try again later', code: '524', type: 'timeout' },
      },
      '[DONE]',
    ]);
    assert.equal(setup.clock.waiting, 0);
  });
});
