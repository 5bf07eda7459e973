import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, type MockGateway } from '@model-gateway/mock';
import { drawing, send } from './send.ts';

/** A gateway to which a list and three images were sent, the last of them with a header. */
async function asked(): Promise<MockGateway> {
  const gateway = createMockGateway({ clock: 'frozen' });
  gateway.on('createImage').fail(529, { times: 2 });
  await send(gateway, 'GET /v1/models?limit=2&sort=newest');
  for (const prompt of ['red panda', 'blue whale']) {
    await send(gateway, 'POST /v1/images', { body: drawing(prompt, { n: 1 }) });
  }
  const headers = { 'X-Title': 'My app' };
  await send(gateway, 'POST /v1/images', { body: drawing('red fox'), headers });
  return gateway;
}

function failureOf(expectation: () => unknown): Error & Record<string, unknown> {
  try {
    expectation();
  } catch (error) {
    assert.ok(error instanceof Error);
    // Whatever an error may carry.
    return error as Error & Record<string, unknown>;
  }
  throw new Error('the expectation should have failed');
}

describe('requests()', () => {
  it('can be chained while expectations pass', async () => {
    const gateway = await asked();
    gateway.requests().expectCount(4);
    gateway
      .requests('createImage')
      .expectCount(3)
      .expectBody({ model: 'acme/paint-1' })
      .last()
      .expectBody({ prompt: 'red fox', n: undefined })
      .expectHeader('x-title', 'My app')
      .expectHeader('X-Title');
    gateway.requests('listModels').first().expectQuery({ limit: 2, sort: /^new/ });
    gateway.requests('listMembers').expectNone();
    gateway.requests('unhandled').expectNone();
  });

  it('selects by body, query, header, path and status', async () => {
    const gateway = await asked();
    const images = gateway.requests('createImage');
    images.where({ body: { prompt: { contains: 'red' } } }).expectCount(2);
    images.where({ body: { prompt: (prompt) => prompt.length > 7 } }).expectCount(2);
    images.where({ status: 529 }).expectCount(2);
    images
      .where({ status: 529 })
      .where({ body: { prompt: 'red panda' } })
      .expectCount(1);
    images.where({ headers: { 'X-TITLE': undefined } }).expectCount(2);
    gateway
      .requests('listModels')
      .where({ query: { limit: 2 } })
      .expectCount(1);
    gateway.requests().where({ method: 'POST', path: '/v1/images' }).expectCount(3);
  });

  it('gives the requests as plain entries', async () => {
    const gateway = await asked();
    const images = gateway.requests('createImage');
    assert.deepEqual(
      images.all().map(({ number, status }) => [number, status]),
      [
        [2, 529],
        [3, 529],
        [4, 200],
      ],
    );
    assert.equal(images.at(1).number, 3);
    assert.equal(images.at(-2).number, 3);
    assert.equal(images.first().number, 2);
    assert.equal(images.last().number, 4);
  });

  it('may be created before the requests arrive', async () => {
    const gateway = createMockGateway();
    const lists = gateway.requests('listModels').expectNone();
    await send(gateway, 'GET /v1/models?limit=1');
    lists.expectCount(1);
  });

  it('knows the names of the operations', () => {
    const gateway = createMockGateway();
    // @ts-expect-error A name that does not exist does not compile either.
    assert.throws(() => gateway.requests('createImages'), {
      code: 'GW1302',
      message: /got "createImages"; did you mean "createImage"\? \[GW1302\]$/,
    });
  });

  it('knows the members of a pattern', () => {
    const requests = createMockGateway().requests('createImage');
    // @ts-expect-error A member that does not exist does not compile either.
    assert.throws(() => requests.where({ bodi: {} }), { code: 'GW1303' });
    // @ts-expect-error The body's members are those of the operation.
    requests.where({ body: { promt: 'red panda' } }).expectNone();
  });
});

describe('an expectation that fails', () => {
  it('is an assertion error of which test runners show a diff', async () => {
    const gateway = await asked();
    const first = gateway.requests('createImage').first();
    const error = failureOf(() => first.expectBody({ prompt: 'red pandas', n: 1 }));
    const { name, code, operator, actual, expected, stack } = error;
    assert.deepEqual(
      { name, code, operator, actual, expected },
      {
        name: 'AssertionError',
        code: 'ERR_ASSERTION',
        operator: 'expectBody',
        expected: { body: { prompt: 'red pandas', n: 1 } },
        actual: { body: { prompt: 'red panda', n: 1 } },
      },
    );
    const firstFrame = stack?.split('\n').find((line) => line.startsWith('    at '));
    assert.match(firstFrame ?? '', /requests\.test\.ts/);
  });

  it('shows the nearest requests, with a tick for what is as expected', async () => {
    const gateway = await asked();
    const images = gateway.requests('createImage').where({ body: { prompt: 'red fox', n: 1 } });
    assert.equal(
      failureOf(() => images.expectCount(1)).message,
      [
        'expected 1 createImage request like the pattern, got 0',
        '',
        'nearest of 3 createImage requests:',
        '  #4 POST /v1/images → 200, 0 ms',
        '    ✓ body.prompt "red fox"',
        '    ✗ body.n',
        '        expected  1',
        '        got       nothing; there is model, prompt, size',
        '  #3 POST /v1/images → 529 by createImage.fail-529, 0 ms',
        '    ✗ body.prompt',
        '        expected  "red fox"',
        '        got       "blue whale"',
        '    ✓ body.n 1',
        '  #2 POST /v1/images → 529 by createImage.fail-529, 0 ms',
        '    ✗ body.prompt',
        '        expected  "red fox"',
        '        got       "red panda"',
        '    ✓ body.n 1',
        '',
        '[GW1301]',
      ].join('\n'),
    );
  });

  it('shows the requests in excess', async () => {
    const gateway = await asked();
    const { message } = failureOf(() => gateway.requests('listModels').expectNone());
    assert.equal(
      message,
      'expected 0 listModels requests, got 1\n\nreceived:\n' +
        '  #1 GET /v1/models?limit=2&sort=newest → 200, 0 ms\n\n[GW1301]',
    );
  });

  it('shows the requests that arrived instead', async () => {
    const gateway = createMockGateway({ clock: 'frozen' });
    await send(gateway, 'GET /v1/models?limit=2');
    const { message } = failureOf(() => gateway.requests('createImage').last());
    assert.equal(
      message,
      'expected at least 1 createImage request, got 0\n\nreceived instead:\n' +
        '  #1 GET /v1/models?limit=2 → 200, 0 ms\n\n[GW1301]',
    );
  });

  it('explains how requests find their tenant when there are no requests', () => {
    const { message } = failureOf(() => createMockGateway().tenant().requests().last());
    assert.match(
      message,
      /the tenant "t1" received no request: a request reaches the tenant whose apiKey/,
    );
  });

  it('lists unhandled requests, which are often the reason', async () => {
    const gateway = createMockGateway();
    await assert.rejects(send(gateway, 'POST /v1/image', { body: drawing('a lighthouse') }));
    const { message } = failureOf(() => gateway.requests('createImage').expectCount(1));
    assert.match(message, /unhandled:\n {2}POST \/v1\/image; did you mean "POST \/v1\/images"/);
    // It has been notified.
    gateway.verify();
  });

  it('shows long texts from where they differ', async () => {
    const gateway = createMockGateway();
    gateway.on('createImage').fail(500);
    const prompt = (material: string) => `${'a very long prompt '.repeat(9)}on ${material}, please`;
    await send(gateway, 'POST /v1/images', { body: drawing(prompt('linen')) });
    const last = gateway.requests('createImage').last();
    const { message } = failureOf(() => last.expectBody({ prompt: prompt('cotton') }));
    assert.match(
      message,
      /expected +…"very long prompt on cotton, please"\n +got +…"very long prompt on linen/,
    );
  });

  it('shows the source of a predicate and of a regular expression', async () => {
    const gateway = await asked();
    const first = gateway.requests('createImage').first();
    const { message } = failureOf(() => first.expectBody({ prompt: /^blue/, n: (n) => n === 3 }));
    assert.match(message, /expected {2}\/\^blue\/\n/);
    assert.match(message, /expected {2}\(?n\)? ?=> ?n ?=== ?3\n/);
  });

  it('shows a count that is no number as it came', async () => {
    const gateway = await asked();
    // Plain JavaScript may give it.
    const { message } = failureOf(() => gateway.requests().expectCount('4' as never));
    assert.match(message, /^expected "4" requests, got 4/);
  });

  it('shows the first few of many', async () => {
    const gateway = createMockGateway({ clock: 'frozen' });
    for (let i = 0; i < 8; i++) await send(gateway, 'GET /v1/models?limit=1');
    const { message } = failureOf(() => gateway.requests().expectCount(7));
    assert.match(message, /#5 .*\n {2}… and 3 more\n/);
  });

  it('marks which of several requests are not as expected', async () => {
    const gateway = await asked();
    const { message } = failureOf(() => gateway.requests('createImage').expectBody({ n: 1 }));
    assert.match(message, /^1 of 3 createImage requests is not as expected\n\n {2}#4 POST/);
  });
});
