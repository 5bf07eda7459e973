import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { within } from '@model-gateway/conformance';
import { JOB, startScene, summary } from './attempt.ts';
import { PNG, SCRIPTS, type ScriptName } from './scripts.ts';

const USAGE = { type: 'usage', promptTokens: 12, completionTokens: 34, costUsd: '0.04' };
const DONE = { type: 'done' };
const image = (index: number) => ({ type: 'image', index, mediaType: 'image/png', base64: PNG });
const PARTIAL = { type: 'partial', index: 0, mediaType: 'image/png', base64: PNG };
const TEXT = { type: 'text', phase: 'draft', text: 'grüße 模型 🎨' };
const STREAMED = [PARTIAL, TEXT, image(0), USAGE, DONE];

const TABLE: readonly (readonly [script: ScriptName, events: readonly unknown[]])[] = [
  ['image', [image(0), USAGE, DONE]],
  ['two images', [image(0), image(1), USAGE, DONE]],
  ['image without usage', [image(0), DONE]],
  ['image with escaped slashes', [image(0), USAGE, DONE]],
  ['stream', STREAMED],
  ['stream with CRLF', STREAMED],
  ['stream with CR', STREAMED],
  ['stream with a byte order mark', STREAMED],
  ['stream with comments', STREAMED],
  ['stream with named events', STREAMED],
  ['stream over many lines', STREAMED],
  ['stream cut into bytes', STREAMED],
  ['stream in one write', STREAMED],
  ['stream of unknown length', STREAMED],
  ['stream without [DONE]', STREAMED],
  ['stream without the last blank line', STREAMED],
  ['stream with unknown events', STREAMED],
  ['stream that goes on after [DONE]', STREAMED],
];

describe('an upstream that answers', () => {
  for (const [script, events] of TABLE) {
    // The content type decides, not the request.
    for (const stream of [false, true]) {
      it(`with ${script}, ${stream ? 'asked' : 'not asked'} to stream`, async () => {
        await using scene = await startScene(SCRIPTS[script]);
        assert.deepEqual(summary(await scene.run({ stream })), events);
        assert.equal(scene.seen.dispatches, 1);
        assert.ok(scene.seen.progress >= 2, 'the head and each chunk are progress');
      });
    }
  }

  it('receives our key, its own model name and the whole job', async () => {
    await using scene = await startScene(SCRIPTS.image);
    await scene.run({ seed: 7, options: { style: 'ink' } });
    const [request] = scene.upstream.requests;
    assert.equal(request?.method, 'POST');
    assert.equal(request.path, '/v1/images');
    assert.equal(request.headers['authorization'], 'Bearer upstream-key-4711');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.headers['accept-encoding'], 'identity');
    assert.deepEqual(JSON.parse(request.body.toString()), {
      style: 'ink',
      model: 'painter-v2',
      prompt: 'a cat',
      n: 1,
      output_format: 'png',
      seed: 7,
    });
  });

  for (const script of ['image', 'stream in one write'] as const) {
    it(`keeps its connection after ${script} for the next request`, async () => {
      await using scene = await startScene(SCRIPTS[script]);
      for (let i = 0; i < 3; i++) await scene.run();
      assert.equal(scene.upstream.connections, 1);
    });
  }

  it('keeps its connection after a failure that the status reports', async () => {
    await using scene = await startScene(SCRIPTS['status 429']);
    for (let i = 0; i < 3; i++) await assert.rejects(scene.run());
    assert.equal(scene.upstream.connections, 1);
  });
});

describe('leaving early', () => {
  const REASON = new Error('the client left');
  const scenes: readonly (readonly [ScriptName, events: number])[] = [
    ['silence before the head', 0],
    ['silence in the body', 0],
    ['silence in the stream', 1],
  ];
  for (const [script, events] of scenes) {
    it(`by the signal ends ${script} with its reason`, async () => {
      await using scene = await startScene(SCRIPTS[script]);
      const run = scene.run({ stream: true });
      await within(scene.upstream.silent(), 'the silence of the script');
      // By then everything sent before the silence has arrived.
      while (scene.seen.events.length < events)
        await new Promise((resolve) => setImmediate(resolve));
      scene.abort(REASON);
      await assert.rejects(run, REASON);
      await scene.upstream.allClosed();
    });
  }

  it('by the signal before the call sends no request', async () => {
    await using scene = await startScene(SCRIPTS.image);
    scene.abort(REASON);
    await assert.rejects(scene.run(), REASON);
    assert.equal(scene.upstream.connections, 0);
    assert.equal(scene.seen.dispatches, 0);
  });

  it('by ending the loop closes the connection', async () => {
    await using scene = await startScene(SCRIPTS['silence in the stream']);
    for await (const _ of scene.provider.images.generate({ ...JOB, stream: true }, scene.context))
      break;
    await scene.upstream.allClosed();
    assert.equal(scene.upstream.requests.length, 1);
  });

  it('after [DONE] does not wait for the end of the stream', async () => {
    await using scene = await startScene(SCRIPTS['stream that goes on after [DONE]']);
    await scene.run({ stream: true });
    await scene.upstream.allClosed();
  });
});
