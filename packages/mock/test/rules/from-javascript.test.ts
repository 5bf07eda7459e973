import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, on, ruleFromJson, startMockGateway } from '@model-gateway/mock';
import { clientOf } from './client.ts';

/* What plain JavaScript lets through and no request would ever show. */

describe('an unknown option of an action', () => {
  const gateway = createMockGateway();
  const CASES: readonly (readonly [what: string, act: () => unknown, message: RegExp])[] = [
    [
      'fail',
      () => gateway.on('*').fail(529, untyped({ tiems: 2 })),
      /^fail\(\) has no option "tiems"; did you mean "times"\?/,
    ],
    [
      'failAlways',
      () => gateway.on('*').failAlways(529, untyped({ times: 2 })),
      /^failAlways\(\) has no option "times"/,
    ],
    [
      'delay',
      () => gateway.on('*').delay('2s', untyped({ time: 2 })),
      /^delay\(\) has no option "time"; did you mean "times"\?/,
    ],
    [
      'reply',
      () => gateway.on('*').reply({ json: {} }, untyped({ afterMs: 2 })),
      /^reply\(\) has no option "afterMs"; its options are times/,
    ],
    [
      'fault',
      () => gateway.on('*').fault('hang', untyped({ tims: 2 })),
      /^fault\(\) has no option "tims"/,
    ],
    [
      'end',
      () => gateway.on('createImage').end('abort', untyped({ afterEvent: 2 })),
      /^end\(\) has no option "afterEvent"; did you mean "afterEvents"\?/,
    ],
    [
      'a rule as a value',
      () => on('createImage').fail(529, untyped({ tiems: 2 })),
      /^fail\(\) has no option "tiems"/,
    ],
    [
      'a number in their place',
      () => gateway.on('*').fail(529, untyped(2)),
      /^fail\(\) takes an object of options, got a number/,
    ],
  ];
  for (const [what, act, message] of CASES) {
    it(`is refused by name: ${what}`, () => {
      assert.throws(act, { code: 'GW1211', message });
    });
  }
});

describe('where()', () => {
  const gateway = createMockGateway();
  const rule = (pattern: unknown) => () =>
    gateway.on('listModels').where(untyped(pattern)).fail(500);
  const requests = (pattern: unknown) => () =>
    gateway.requests('listModels').where(untyped(pattern));
  const never = () => false;
  const CASES: readonly (readonly [what: string, pattern: unknown, message: RegExp])[] = [
    [
      'a function',
      never,
      /^where\(\) takes an object with .*body.*, got a function: ask about a part of the request, as in where\(\{ body: \(body\) => … \}\)/,
    ],
    ['nothing', undefined, /^where\(\) takes an object with .*, got nothing/],
    ['null', null, /^where\(\) takes an object with .*, got null/],
    ['a text', 'panda', /^where\(\) takes an object with .*, got text/],
    [
      'a function for the query',
      { query: never },
      /^in where\(\), query takes an object of patterns by name, got a function: write query: \{ limit: '10' \}/,
    ],
    ['a function for headers', { headers: never }, /^in where\(\), headers takes an object/],
    ['a text for params', { params: 'x' }, /^in where\(\), params takes an object .*, got text/],
  ];
  for (const [what, pattern, message] of CASES) {
    it(`is refused with ${what}, which would match every request`, () => {
      assert.throws(rule(pattern), { code: 'GW1204', message });
      assert.throws(requests(pattern), { code: 'GW1303', message });
    });
  }

  it('takes a function where a value is', async () => {
    gateway
      .on('listModels')
      .where({ query: { limit: never } })
      .fail(500);
    gateway.on('listModels').where({ body: never }).fail(500);
    const { status } = await clientOf(gateway)('GET', '/models?limit=1');
    assert.equal(status, 200);
  });
});

describe('a route', () => {
  const CASES: readonly (readonly [given: string, meant: string])[] = [
    ['POST chat', 'POST /chat'],
    ['post /chat', 'POST /chat'],
    ['POST /chat undefined', 'POST /chat'],
    ['/chat', 'POST /chat'],
  ];
  for (const [given, meant] of CASES) {
    it(`that is misspelt is refused with the one that was meant: ${given}`, () => {
      assert.throws(() => createMockGateway().on(given as '*'), {
        code: 'GW1204',
        message:
          'a route is a method in capital letters and a path below the base path, such as ' +
          `"POST /moderations", got "${given}"; did you mean "${meant}"? [GW1204]`,
      });
    });
  }

  it('without a method is refused by route(), with the call that was meant', () => {
    assert.throws(() => createMockGateway().route(untyped('/chat'), untyped(undefined)), {
      code: 'GW1204',
      message:
        'route() takes a method and a path, got "/chat" and nothing: ' +
        "write route('POST', '/chat') [GW1204]",
    });
  });

  it('that repeats the base path is refused, since no request would match it', () => {
    const message =
      'the path of a route is below the base path /v1: write "POST /moderations" in place of ' +
      '"POST /v1/moderations" [GW1204]';
    const gateway = createMockGateway();
    const chat = '/v1/moderations';
    assert.throws(() => gateway.route('POST', chat).fail(500), { message });
    const rule = ruleFromJson({ on: `POST ${chat}`, fail: 500 });
    assert.throws(() => gateway.tenant().use(rule), { message });
    assert.throws(() => gateway.tenant({ rules: [rule] }), { message });
    assert.equal(createMockGateway({ basePath: '/api' }).route('POST', chat).fail(500).hits, 0);
  });
});

describe('a route whose rule is used up', () => {
  it('says so in the 404', async (t) => {
    const gateway = await startMockGateway({ world: 'tiny' });
    t.after(() => gateway.close());
    const tenant = gateway.tenant();
    tenant.route('POST', '/moderations').reply({ json: {} });
    const ask = (baseURL: string) =>
      fetch(`${baseURL}/moderations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.apiKey}` },
      });
    assert.equal((await ask(tenant.baseURL)).status, 200);
    for (const baseURL of [tenant.baseURL, tenant.anyKeyURL]) {
      const response = await ask(baseURL);
      assert.equal(response.status, 404);
      assert.equal(
        (await response.json()).error.message,
        'Resource not found: the rule "POST /moderations.reply" answered one request and is ' +
          'used up; with { times: Infinity } it answers all of them',
      );
    }
    tenant.requests('unhandled').expectCount(2);
  });

  it('leaves the request to the host of a gateway without a port', async () => {
    const gateway = createMockGateway({ world: 'tiny' });
    const send = clientOf(gateway);
    gateway.route('POST', '/chat').reply({ json: {} });
    assert.equal((await send('POST', '/chat', { body: {} })).status, 200);
    const request = { method: 'POST', path: '/v1/chat', search: '', mount: '', headers: {} };
    assert.equal(await gateway.handle({ ...request, body: { kind: 'none' } }), undefined);
  });
});

function untyped(options: unknown): never {
  return options as never;
}
