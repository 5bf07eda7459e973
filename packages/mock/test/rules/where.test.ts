import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, type MockTenant } from '@model-gateway/mock';
import { clientOf, PANDA } from './client.ts';

describe('where', () => {
  const image = { ...PANDA, n: 2, seed: 7, provider: { only: ['acme', 'beta'] } };
  type Images = Parameters<ReturnType<typeof onImages>['where']>[0];
  const bodies: readonly (readonly [string, Images['body'], boolean])[] = [
    ['some members', { model: 'acme/paint-1', n: 2 }, true],
    ['another value', { n: 3 }, false],
    ['the number of a text', { n: 2, prompt: '2' }, false],
    ['a member inside', { provider: { only: ['acme', 'beta'] } }, true],
    ['a shorter list', { provider: { only: ['acme'] } }, false],
    ['an item of a list', { provider: { only: { contains: 'beta' } } }, true],
    ['no item of a list', { provider: { only: { contains: 'gamma' } } }, false],
    ['text in text', { prompt: { contains: 'panda' } }, true],
    ['text that is not in text', { prompt: { contains: 'bear' } }, false],
    ['a regular expression', { prompt: /^RED/i }, true],
    ['a regular expression that keeps its place', { prompt: /panda/g }, true],
    ['a predicate', { n: (n) => n > 1 }, true],
    ['a predicate that says no', { n: (n) => n > 2 }, false],
    ['a predicate for all of it', (body) => body.prompt.length === 9, true],
    ['what must be absent and is', { stream: undefined }, true],
    ['what must be absent and is there', { seed: undefined }, false],
    ['a predicate for what is not there', { stream: () => true }, false],
    ['one of several values', { n: { oneOf: [1, 2] } }, true],
    ['none of several values', { n: { oneOf: [1, 3] } }, false],
    ['a regular expression as data', { prompt: { matches: '^RED', flags: 'i' } }, true],
    ['anything that is there', { seed: { any: true } }, true],
    ['anything where there is nothing', { stream: { any: true } }, false],
    ['what must be absent, as data', { stream: { absent: true } }, true],
    ['exactly this value', { provider: { equals: { only: ['acme', 'beta'] } } }, true],
    ['exactly a part of a value', { provider: { equals: {} } }, false],
    ['members inside a matcher', { provider: { including: { only: { contains: 'acme' } } } }, true],
    ['nothing in particular', {}, true],
  ];
  for (const [what, body, matches] of bodies) {
    it(`${matches ? 'matches' : 'does not match'} ${what} in the body`, async () => {
      const t = createMockGateway();
      const rule = t.on('createImage').where({ body }).reply({ json: 'ruled' });
      await clientOf(t)('POST', '/images', { body: image });
      assert.equal(rule.hits, matches ? 1 : 0);
    });
  }

  it('does not match a request without a JSON body', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    const rule = t
      .on('createImage')
      .where({ body: () => true })
      .fail(529);
    assert.equal((await send('POST', '/images')).status, 400);
    const headers = { 'content-type': 'application/json' };
    assert.equal((await send('POST', '/images', { headers })).status, 400);
    assert.equal(rule.hits, 0);
  });

  const queries: readonly (readonly [string, Parameters<typeof onModels>[0], boolean])[] = [
    ['a value', { sort: 'newest' }, true],
    ['a number', { limit: 5 }, true],
    ['another number', { limit: 6 }, false],
    ['text in a list', { supported_parameters: { contains: 'tools' } }, true],
    ['a predicate', { limit: (limit) => Number(limit) < 10 }, true],
    ['one of several numbers', { limit: { oneOf: [4, 5] } }, true],
    ['exactly a number', { limit: { equals: 5 } }, true],
    ['a parameter that is not there', { q: 'a' }, false],
    ['the absence of a parameter', { q: undefined }, true],
    ['the absence of one that is there', { sort: undefined }, false],
  ];
  for (const [what, query, matches] of queries) {
    it(`${matches ? 'matches' : 'does not match'} ${what} in the query`, async () => {
      const t = createMockGateway();
      const rule = onModels(query, t);
      await clientOf(t)('GET', '/models?sort=newest&limit=5&supported_parameters=tools,seed');
      assert.equal(rule.hits, matches ? 1 : 0);
    });
  }

  it('matches one of the values of a repeated parameter', async () => {
    const t = createMockGateway();
    const rule = onModels({ providers: 'beta' }, t);
    await clientOf(t)('GET', '/models?providers=acme&providers=beta');
    assert.equal(rule.hits, 1);
  });

  it('matches headers whatever their case', async () => {
    const t = createMockGateway();
    const rule = t
      .on('listModels')
      .where({ headers: { 'X-Title': 'My app', cookie: undefined } })
      .fail(529);
    const send = clientOf(t);
    assert.equal((await send('GET', '/models', { headers: { 'x-title': 'other' } })).status, 200);
    assert.equal((await send('GET', '/models', { headers: { 'x-title': 'My app' } })).status, 529);
    assert.equal(rule.remaining, 0);
  });

  it('matches the parameters of the path', async () => {
    const t = createMockGateway();
    const id = (await t.ready()).destinations[0]?.destination.id ?? '';
    t.on('updateDestination').where({ params: { id } }).fail(409);
    const send = clientOf(t);
    const path = (wanted: string) => `/observability/destinations/${wanted}`;
    assert.equal((await send('PATCH', path(id), { body: { name: 'x' } })).status, 409);
    assert.equal((await send('PATCH', path(id), { body: { name: 'x' } })).status, 200);
  });

  it('requires the patterns of all its calls', async () => {
    const t = createMockGateway();
    t.on('listModels')
      .where({ query: { limit: 5 } })
      .where({ query: { sort: 'newest' } })
      .fail(529);
    const send = clientOf(t);
    assert.equal((await send('GET', '/models?limit=5')).status, 200);
    assert.equal((await send('GET', '/models?limit=5&sort=newest')).status, 529);
  });

  it('is for one operation, or for all', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    t.on('listMembers').fail(500);
    assert.equal((await send('GET', '/models')).status, 200);
    assert.equal((await send('GET', '/organization/members')).status, 500);
    t.on('*').fail(503, { times: 2 });
    assert.equal((await send('GET', '/models')).status, 503);
    assert.equal((await send('GET', '/organization/members')).status, 503);
  });

  it('answers 500 and calls onError when a predicate throws', async () => {
    const reported: unknown[] = [];
    const t = createMockGateway({ onError: (error) => reported.push(error) });
    t.on('createImage')
      .as('pandas')
      // The types say that this goes wrong.
      .where({ body: { seed: (seed) => (seed as unknown as string).includes('7') } })
      .fail(529);
    const response = await clientOf(t)('POST', '/images', { body: { ...PANDA, seed: 7 } });
    assert.equal(response.status, 500);
    assert.equal(response.headers.get('x-mock-rule'), 'pandas');
    const { error } = await response.json();
    assert.equal(
      error.message,
      'the rule "pandas" threw: seed.includes is not a function [GW1201]',
    );
    assert.match(String(reported[0]), /GW1201/);
    assert.ok((reported[0] as Error).cause instanceof TypeError);
  });

  it('answers 500 when a predicate returns a promise, which would always match', async () => {
    const t = createMockGateway();
    // The types say that this goes wrong.
    const isLong = (async () => false) as unknown as () => boolean;
    t.on('createImage')
      .where({ body: { prompt: isLong } })
      .fail(529);
    const response = await clientOf(t)('POST', '/images', { body: PANDA });
    assert.match((await response.json()).error.message, /must return true or false, got \[object/);
  });

  it('refuses a matcher with an invalid argument', () => {
    const t = createMockGateway();
    const where = { body: { prompt: { matches: '(' } } };
    assert.throws(() => t.on('createImage').where(where), /in where\(\), matches must be .*GW1204/);
    const query = { q: { oneOf: [] } };
    assert.throws(() => t.requests('listModels').where({ query }), /oneOf takes a list .*GW1303/);
  });

  it('refuses unknown members and operations with the nearest name', () => {
    const t = createMockGateway();
    // @ts-expect-error there is no such member
    assert.throws(() => t.on('createImage').where({ boddy: {} }), /did you mean "body"\?.*GW1204/);
    // @ts-expect-error there is no such operation
    assert.throws(() => t.on('createImages'), /got "createImages"; did you mean "createImage"\?/);
  });

  it('has types for the members and parameters of each operation', () => {
    const t = createMockGateway();
    // @ts-expect-error images have no such member
    t.on('createImage').where({ body: { promt: 'x' } });
    // @ts-expect-error the number of images is no text
    t.on('createImage').where({ body: { n: '2' } });
    // @ts-expect-error models have no such parameter
    t.on('listModels').where({ query: { limits: 5 } });
    // @ts-expect-error the number of images is no text
    t.on('createImage').where({ body: { n: { oneOf: ['2'] } } });
    // @ts-expect-error models are listed without a body
    t.on('listModels').where({ body: {} });
    t.on('*').where({ body: { whatever: [1, { contains: 'x' }] }, query: { anything: 'x' } });
  });
});

const onImages = () => createMockGateway().on('createImage');

function onModels(
  query: NonNullable<Parameters<ReturnType<typeof createModelsBuilder>['where']>[0]['query']>,
  t: MockTenant = createMockGateway(),
) {
  return t.on('listModels').where({ query }).fail(529);
}

const createModelsBuilder = () => createMockGateway().on('listModels');
