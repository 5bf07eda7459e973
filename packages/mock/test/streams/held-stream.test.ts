import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchGateway } from '@model-gateway/fetch';
import {
  createMockGateway,
  model,
  startMockGateway,
  type MockGateway,
  type MockTenant,
} from '@model-gateway/mock';
import { nextTurn } from '../../src/clock/next-turn.ts';

const IMAGE = { model: 'acme/paint-1', prompt: 'red panda', size: '256x256', stream: true };

function requestOf(gateway: MockTenant, body: object = IMAGE, signal?: AbortSignal): RequestInit {
  const headers = { authorization: `Bearer ${gateway.apiKey}` };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return signal === undefined ? init : { ...init, signal };
}

/** Draws without a socket. */
async function draw(gateway: MockTenant, body: object = IMAGE): Promise<Response> {
  const request = new Request('http://host/v1/images', requestOf(gateway, body));
  const response = await fetchGateway(gateway.handle, { mount: '' })(request);
  assert.ok(response);
  return response;
}

/** What came until now, kind by kind, and whether the stream ended well. */
function reading(response: Response) {
  const came: string[] = [];
  const read = async () => {
    assert.ok(response.body);
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const frames = (text + chunk).split('\n\n');
      text = frames.pop() ?? '';
      came.push(...frames.map(kindOf));
    }
  };
  return { came, end: read() };
}

function kindOf(frame: string): string {
  if (frame.startsWith(':')) return frame;
  const data = frame.slice('data: '.length);
  if (data === '[DONE]') return data;
  const { type, partial_image_index: index = '', text = '', phase = '', error } = JSON.parse(data);
  if (error !== undefined) return `error ${error.code} ${error.message}`;
  return `${type.replace('image_generation.', '')} ${index}${phase} ${text}`.trim();
}

const frozen = () => createMockGateway({ clock: 'frozen', latency: 'slow', credits: 5 });

describe('a held stream', () => {
  it('sends what the test sends, when the test sends it', async () => {
    const gateway = createMockGateway({ credits: 5 });
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway));
    assert.deepEqual(came, []);
    await s.partial(0);
    assert.deepEqual(came.splice(0), ['partial_image 0']);
    await s.text('thinking', 'reasoning');
    await s.text('about it');
    assert.deepEqual(came.splice(0), [
      'text_chunk reasoning thinking',
      'text_chunk content about it',
    ]);
    await s.partial(2);
    await s.partial(1);
    await s.partial(1);
    assert.deepEqual(came.splice(0), ['partial_image 2', 'partial_image 1', 'partial_image 1']);
    await s.complete();
    assert.deepEqual(came, ['completed', '[DONE]']);
    await end;
    assert.equal(gateway.credits(), '4.96');
    assert.equal(gateway.clock.waiting, 0);
  });

  it('leaves the rules after it to other requests', async () => {
    const gateway = createMockGateway();
    gateway.on('createImage').fail(529);
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway));
    await s.end('done');
    await end;
    assert.deepEqual(came, ['[DONE]']);
    assert.equal((await draw(gateway)).status, 529);
  });

  it('works the same on a socket', async () => {
    await using gateway = await startMockGateway();
    const s = gateway.on('createImage').stream();
    const response = await fetch(`${gateway.baseURL}/images`, requestOf(gateway));
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const { came, end } = reading(response);
    await s.partial(0);
    await s.text('nearly');
    await s.complete();
    await end;
    assert.deepEqual(came, ['partial_image 0', 'text_chunk content nearly', 'completed', '[DONE]']);
  });

  it('is the next one that matches, and only that', async () => {
    const gateway = createMockGateway();
    const s = gateway
      .on('createImage')
      .where({ body: { prompt: 'held' } })
      .stream();
    const free = await draw(gateway);
    assert.match(await free.text(), /DONE/);
    const held = reading(await draw(gateway, { ...IMAGE, prompt: 'held' }));
    assert.match(await (await draw(gateway, { ...IMAGE, prompt: 'held' })).text(), /DONE/);
    await s.end('clean-eof');
    await held.end;
    assert.deepEqual(held.came, []);
  });

  it('may be told what to send before the request comes, and says which it was', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const sent = Promise.all([s.partial(0), s.complete()]);
    const { came, end } = reading(await draw(gateway));
    const { operation, body } = await s.request;
    assert.deepEqual([operation, body], ['createImage', IMAGE]);
    await Promise.all([sent, end]);
    assert.deepEqual(came, ['partial_image 0', 'completed', '[DONE]']);
  });

  it('waits for no reader: what is sent is there when it is read', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const response = await draw(gateway);
    await s.partial(0);
    await s.partial(1);
    await s.complete();
    const { came, end } = reading(response);
    await end;
    assert.deepEqual(came, ['partial_image 0', 'partial_image 1', 'completed', '[DONE]']);
  });

  it('has as many finished images as were asked for', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway, { ...IMAGE, n: 2 }));
    await s.partial(0);
    await s.complete();
    await end;
    assert.deepEqual(came, ['partial_image 0', 'completed', 'completed', '[DONE]']);
  });

  it('may be one of several at a time', async () => {
    const gateway = createMockGateway();
    const holds = ['a', 'b', 'c'].map((prompt) => ({
      prompt,
      s: gateway.on('createImage').where({ body: { prompt } }).stream(),
    }));
    const read = await Promise.all(
      holds.map(async ({ prompt }) => reading(await draw(gateway, { ...IMAGE, prompt }))),
    );
    await Promise.all(holds.map(({ s, prompt }) => s.text(prompt)));
    assert.deepEqual(
      read.map(({ came }) => came),
      [['text_chunk content a'], ['text_chunk content b'], ['text_chunk content c']],
    );
    await Promise.all(holds.map(({ s }) => s.end('done')));
    await Promise.all(read.map(({ end }) => end));
  });

  for (const output_format of ['jpeg', 'webp'] as const) {
    it(`sends ${output_format} too`, async () => {
      const gateway = createMockGateway();
      const s = gateway.on('createImage').stream();
      const { came, end } = reading(await draw(gateway, { ...IMAGE, output_format }));
      await s.partial(1);
      assert.deepEqual(came, ['partial_image 1']);
      await s.complete();
      await end;
    });
  }
});

describe('the end of a held stream', () => {
  it('may be an error, of the default kind or any other', async () => {
    const gateway = createMockGateway({ credits: 5 });
    for (const [error, event] of [
      [undefined, 'error 502 Provider returned error'],
      [{ code: 529, message: 'too many pandas' }, 'error 529 too many pandas'],
    ] as const) {
      const s = gateway.on('createImage').stream();
      const { came, end } = reading(await draw(gateway));
      await s.partial(0);
      await s.error(error);
      assert.deepEqual(came, ['partial_image 0', event, '[DONE]']);
      await end;
    }
    assert.equal(gateway.credits(), '5');
  });

  for (const [ending, rest] of [
    ['done', ['[DONE]']],
    ['clean-eof', []],
    ['error-event', ['error 502 Provider returned error', '[DONE]']],
  ] as const) {
    it(`may be "${ending}"`, async () => {
      const gateway = createMockGateway({ credits: 5 });
      const s = gateway.on('createImage').stream();
      const { came, end } = reading(await draw(gateway));
      await s.end(ending);
      await end;
      assert.deepEqual(came, rest);
      assert.equal(gateway.credits(), '5');
    });
  }

  it('may be "abort", after everything before it has arrived', async () => {
    await using gateway = await startMockGateway();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await fetch(`${gateway.baseURL}/images`, requestOf(gateway)));
    const broken = assert.rejects(end, TypeError);
    await s.partial(0);
    await s.end('abort');
    await broken;
    assert.deepEqual(came, ['partial_image 0']);
  });

  for (const [ending, rest] of [
    ['stall', []],
    ['linger', ['[DONE]']],
  ] as const) {
    it(`may be "${ending}", until the tenant is disposed`, async () => {
      const gateway = frozen();
      const tenant = gateway.tenant();
      const s = tenant.on('createImage').stream();
      const { came, end } = reading(await drawn(tenant));
      await s.end(ending);
      const broken = assert.rejects(end, { code: 'GW1208' });
      await tenant.clock.advance('1h');
      assert.deepEqual(came, rest);
      await tenant[Symbol.asyncDispose]();
      await broken;
    });
  }
});

describe('a stream that stays open', () => {
  it('is over when its server closes', async () => {
    const gateway = await startMockGateway();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await fetch(`${gateway.baseURL}/images`, requestOf(gateway)));
    const broken = assert.rejects(end, TypeError);
    await s.text('last words');
    await s.end('stall');
    await gateway[Symbol.asyncDispose]();
    await broken;
    assert.deepEqual(came, ['text_chunk content last words']);
  });
});

/** Draws, with the latency that there is before the gateway begins. */
async function drawn(tenant: MockTenant): Promise<Response> {
  const response = draw(tenant);
  await tenant.clock.advance('2s');
  return response;
}

describe('while a test holds a stream', () => {
  it('it is kept alive by the clock, and no latency holds it up', async () => {
    const gateway = frozen();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await drawn(gateway));
    await gateway.clock.advance('30s');
    await s.partial(0);
    await gateway.clock.advance('15s');
    await s.complete();
    await end;
    assert.deepEqual(came, [
      ': keep-alive',
      ': keep-alive',
      'partial_image 0',
      ': keep-alive',
      'completed',
      '[DONE]',
    ]);
  });

  it('the gateway gives up on it as on any silent provider', async () => {
    const gateway = frozen();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await drawn(gateway));
    await gateway.clock.advance('60s');
    await end;
    assert.deepEqual(came.slice(-2), ['error 524 Request timed out, try again later', '[DONE]']);
    await assert.rejects(s.partial(0), /the gateway ended it.*60 s.*\[GW1407\]$/);
    gateway.verify();
  });

  it('its client may leave', async () => {
    const gateway = createMockGateway({ credits: 5 });
    const s = gateway.on('createImage').stream();
    const reader = (await draw(gateway)).body?.getReader();
    await s.partial(0);
    await reader?.read();
    await reader?.cancel();
    await assert.rejects(s.complete(), /the client left.*\[GW1408\]$/);
    assert.equal(gateway.credits(), '5');
    gateway.verify();
  });

  it('its client may leave before it began', async () => {
    const gateway = frozen();
    const s = gateway.on('createImage').stream();
    const client = new AbortController();
    const init = requestOf(gateway, IMAGE, client.signal);
    const answer = fetchGateway(gateway.handle, { mount: '' });
    const answered = answer(new Request('http://host/v1/images', init));
    await s.request;
    client.abort();
    assert.equal((await answered)?.status, 499);
    await assert.rejects(s.partial(0), { code: 'GW1408' });
    gateway.verify();
  });

  it('its client may leave on a socket', async () => {
    await using gateway = await startMockGateway({ credits: 5 });
    const client = new AbortController();
    const s = gateway.on('createImage').stream();
    const init = requestOf(gateway, IMAGE, client.signal);
    const { end } = reading(await fetch(`${gateway.baseURL}/images`, init));
    await s.partial(0);
    client.abort();
    await assert.rejects(end, { name: 'AbortError' });
    const { journal } = gateway;
    while (journal.entries()[0]?.stream?.end !== 'client-left') await nextTurn();
    await assert.rejects(s.partial(1), { code: 'GW1408' });
  });
});

describe('there is no stream to hold', () => {
  const cases: readonly (readonly [string, object, number, RegExp])[] = [
    ['without stream: true', { stream: false }, 200, /did not say stream: true \[GW1403\]$/],
    ['when the request is wrong', { n: 0 }, 400, /answered 400 instead: Invalid.* n .*\[GW1405\]$/],
    ['when the model is unknown', { model: 'acme/none' }, 404, /answered 404 instead.*\[GW1405\]$/],
  ];
  for (const [when, changes, status, message] of cases) {
    it(when, async () => {
      const gateway = createMockGateway();
      const s = gateway.on('createImage').stream();
      const sending = assert.rejects(s.partial(0), message);
      const response = await draw(gateway, { ...IMAGE, ...changes });
      assert.equal(response.status, status);
      await sending;
      await assert.rejects(s.complete(), message);
      assert.equal((await s.request).operation, 'createImage');
      gateway.verify();
    });
  }

  it('when the model has none', async () => {
    const gateway = createMockGateway({
      models: [model({ id: 'acme/stamp-1', output: ['image'], images: { streams: false } })],
    });
    const s = gateway.on('createImage').stream();
    const response = await draw(gateway, { ...IMAGE, model: 'acme/stamp-1' });
    assert.equal((await response.json()).data.length, 1);
    await assert.rejects(s.partial(0), /acme\/stamp-1 answers in one piece.*\[GW1404\]$/);
  });
});

describe('what cannot be sent', () => {
  it('is a partial image of an SVG, which is text', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const { model: _model, size: _size, ...rest } = IMAGE;
    const body = { ...rest, model: 'inkwell/linocut-v2-svg' };
    const { came, end } = reading(await draw(gateway, body));
    await assert.rejects(s.partial(0), /it has none: SVG streams as text.*\[GW1406\]$/);
    await s.text('<svg');
    await s.complete();
    await end;
    assert.deepEqual(came, ['text_chunk content <svg', 'completed', '[DONE]']);
  });

  it('is a partial image that there is none of', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway));
    for (const index of [3, -1, 0.5]) {
      await assert.rejects(s.partial(index), /it has 3, 0 to 2 \[GW1406\]$/);
    }
    await s.partial(2);
    await s.end('done');
    await end;
    assert.deepEqual(came, ['partial_image 2', '[DONE]']);
  });

  it('is anything after the end', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const { end } = reading(await draw(gateway));
    await s.complete();
    await end;
    await assert.rejects(s.partial(0), /the test ended it before \("complete"\) \[GW1407\]$/);
    await assert.rejects(s.end('stall'), { code: 'GW1407' });
  });
});

describe('a stream that the test lets go of', () => {
  const letGo = async (gateway: MockGateway) => {
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway));
    await s.partial(0);
    const broken = assert.rejects(end, { code: 'GW1208' });
    await gateway.close();
    await broken;
    assert.deepEqual(came, ['partial_image 0']);
    return s;
  };

  it('ends when its tenant is disposed, and fails the test', async () => {
    const gateway = createMockGateway({ credits: 5 });
    const s = await letGo(gateway);
    assert.throws(
      () => gateway.verify(),
      /held the stream of POST \/v1\/images and never ended it.*\[GW1409\]$/,
    );
    await assert.rejects(s.complete(), /its tenant was disposed \[GW1407\]$/);
    assert.equal(gateway.credits(), '5');
  });

  it('is waited for no longer than its tenant is there', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const request = assert.rejects(s.request, { code: 'GW1410' });
    const partial = assert.rejects(s.partial(0), { code: 'GW1410' });
    await gateway[Symbol.asyncDispose]();
    await Promise.all([request, partial]);
  });

  it('and a reason that the test did not hear fails it too', async () => {
    const gateway = createMockGateway();
    gateway.on('createImage').stream();
    await draw(gateway, { ...IMAGE, n: 0 });
    assert.throws(() => gateway.verify(), /answered 400 instead.*\[GW1405\]$/);
  });

  it('is forgotten when the tenant is reset', async () => {
    const gateway = createMockGateway();
    await letGo(gateway);
    await gateway.reset();
    gateway.verify();
  });
});
