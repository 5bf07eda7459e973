import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createVirtualClock,
  destination,
  member,
  model,
  startMockGateway,
  type RunningMockGateway,
} from '@model-gateway/mock';
import { connectMockGateway, ControlError, type RemoteGateway } from '@model-gateway/mock/control';

const PAINT = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.25 } });

describe('connectMockGateway', () => {
  let running: RunningMockGateway;
  let gateway: RemoteGateway;

  before(async () => {
    running = await startMockGateway({ world: 'tiny' });
    gateway = await connectMockGateway(`${running.url}/`);
  });
  after(async () => {
    await running[Symbol.asyncDispose]();
  });

  const draw = ({ baseURL, apiKey }: { baseURL: string; apiKey: string }, more = {}) =>
    fetch(`${baseURL}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'acme/paint-1',
        prompt: 'red panda',
        resolution: '512',
        ...more,
      }),
    });

  it('is the gateway that it is connected to', async () => {
    assert.equal(gateway.id, 'main');
    assert.equal(gateway.apiKey, running.apiKey);
    assert.equal(gateway.baseURL, running.baseURL);
    assert.equal(gateway.url, running.url);
    assert.deepEqual(gateway.keys, running.keys);
    assert.equal('close' in gateway, false);
  });

  it('does the example of docs/mock/control-over-http.md', async () => {
    await using tenant = await gateway.tenant({ credits: 5, models: [PAINT] });
    await tenant.on('createImage').fail(529, { times: 2 });
    const statuses = [await draw(tenant), await draw(tenant), await draw(tenant)];
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [529, 529, 200],
    );
    const requests = tenant.requests('createImage');
    await requests.expectCount(3);
    await requests.last().expectBody({ prompt: 'red panda' });
    assert.equal(await tenant.credits(), '4.75');
  });

  it('watches the requests of all tenants, and those of one', async () => {
    await using tenant = await gateway.tenant({ models: [PAINT] });
    await draw(tenant);
    for (const watched of [gateway, tenant]) {
      const leaving = new AbortController();
      const seen: string[] = [];
      for await (const event of watched.watch({ signal: leaving.signal })) {
        if (event.type !== 'request' || event.tenant !== tenant.id) continue;
        seen.push(`${event.request.operation} ${event.request.status}`);
        leaving.abort();
      }
      assert.deepEqual(seen, ['createImage 200']);
    }
  });

  it('closes a tenant at the end of its block', async () => {
    let id: string;
    {
      await using tenant = await gateway.tenant();
      ({ id } = tenant);
      assert.ok((await gateway.tenants()).some((each) => each.id === id));
    }
    assert.ok(!(await gateway.tenants()).some((each) => each.id === id));
  });

  it('fails at the end of the block when something was left over', async () => {
    const tenant = await gateway.tenant();
    await fetch(`${tenant.baseURL}/nothing`, {
      headers: { authorization: `Bearer ${tenant.apiKey}` },
    });
    await assert.rejects(async () => tenant[Symbol.asyncDispose](), /GET \/v1\/nothing/);
    assert.ok(!(await gateway.tenants()).some((each) => each.id === tenant.id));
  });

  it('creates tenants with every option that is data', async () => {
    await using tenant = await gateway.tenant({
      id: 'checkout',
      apiKey: 'mine',
      world: 'empty',
      members: [member({ id: 'user_ada' })],
      rateLimit: { limit: 1, windowSeconds: 60 },
      clock: { mode: 'autoAdvance', now: new Date('2026-08-01T00:00:00Z') },
      latency: ['1s', '2s'],
      preset: 'broke',
      rules: [{ on: 'listModels', fail: 503 }],
      publicCatalog: true,
      unhandled: 'ignore',
    });
    assert.deepEqual([tenant.id, tenant.apiKey, await tenant.credits()], ['checkout', 'mine', '0']);
    assert.equal(await tenant.clock.mode(), 'autoAdvance');
    assert.equal((await fetch(`${tenant.anyKeyURL}/models`)).status, 503);
    const { data } = await (await fetch(`${tenant.anyKeyURL}/models`)).json();
    assert.deepEqual(data, []);
    assert.ok((await tenant.clock.now()) >= Date.parse('2026-08-01T00:00:01Z'));
  });

  it('adds rules, and says how often each was used', async () => {
    await using tenant = await gateway.tenant({ models: [PAINT] });
    const rule = await tenant
      .on('createImage')
      .where({ body: { prompt: /^red/i, seed: undefined } })
      .as('busy')
      .failAlways(429, { message: 'too many pandas', retryAfter: 3 });
    const blue = await draw(tenant, { prompt: 'blue' });
    assert.equal(blue.status, 200);
    assert.equal((await draw(tenant, { seed: 3 })).status, 200);
    const red = await draw(tenant);
    assert.equal(red.headers.get('retry-after'), '3');
    assert.equal(red.headers.get('x-mock-rule'), 'busy');
    assert.equal((await red.json()).error.message, 'too many pandas');
    assert.deepEqual([await rule.hits(), await rule.remaining()], [1, Infinity]);
    assert.deepEqual(
      [rule.on, rule.where, rule.answer],
      [
        'createImage',
        [{ body: { prompt: { matches: '^red', flags: 'i' }, seed: { absent: true } } }],
        { action: 'failAlways', status: 429, delayMs: 0, kind: undefined },
      ],
    );
    await rule.remove();
    await rule.remove();
    assert.deepEqual([await rule.hits(), await rule.remaining()], [0, 0]);

    const [used] = await tenant.use({ on: '*', reply: { json: { hello: 'there' } } });
    assert.deepEqual(
      (await tenant.rules()).map(({ id }) => id),
      [used?.id],
    );
    assert.deepEqual(await (await draw(tenant)).json(), { hello: 'there' });
    await tenant.on('*').delay(0, { times: Infinity });
    await tenant.on('createImage').reply({ status: 201, text: 'made' });
    assert.equal(await (await draw(tenant)).text(), 'made');
    await tenant.resetRules();
    assert.deepEqual(await tenant.rules(), []);
  });

  it('changes the limits of a tenant', async () => {
    await using tenant = await gateway.tenant({ models: [PAINT] });
    assert.equal(await tenant.rateLimit(), undefined);
    const rateLimit = { limit: 1, windowSeconds: 60 };
    await tenant.setLimits({ credits: 2, rateLimit });
    assert.deepEqual([await tenant.credits(), await tenant.rateLimit()], ['2', rateLimit]);
    await tenant.setLimits({ rateLimit: null });
    assert.deepEqual([await tenant.credits(), await tenant.rateLimit()], ['2', undefined]);
  });

  it('breaks connections and streams', async () => {
    await using tenant = await gateway.tenant({ models: [PAINT] });
    await tenant.on('createImage').fault('reset-before-headers');
    await assert.rejects(draw(tenant));
    await tenant.on('createImage').end('clean-eof', { afterEvents: 1 });
    const response = await draw(tenant, { stream: true });
    assert.doesNotMatch(await response.text(), /\[DONE\]/);
  });

  it('holds a stream', async () => {
    await using tenant = await gateway.tenant({ models: [PAINT] });
    const stream = await tenant
      .on('createImage')
      .where({ body: { stream: true } })
      .stream();
    const answer = draw(tenant, { stream: true });
    await stream.text('a sketch', 'draft');
    await stream.end('done');
    const text = await (await answer).text();
    assert.match(text, /"text":"a sketch"/);
    assert.match(text, /\[DONE\]/);
    await assert.rejects(stream.partial(0), { diagnostic: 'GW1407', status: 409 });
  });

  it('reads requests as they are', async () => {
    await using tenant = await gateway.tenant({ models: [PAINT] });
    await draw(tenant);
    await draw(tenant, { n: 2 });
    const requests = tenant.requests();
    assert.equal((await requests.all()).length, 2);
    const first = await requests.first().get();
    assert.deepEqual([first.operation, first.status, first.at > 0], ['createImage', 200, true]);
    await requests.at(1).expectBody({ n: 2 });
    await requests.where({ body: { n: 2 } }).expectCount(1);
    await requests.expectHeader('content-type', 'application/json');
    await requests.first().expectHeader('Authorization');
    await tenant.requests('listModels').expectNone();
    assert.equal((await requests.waitFor({ count: 2 })).length, 2);
    await tenant.forgetRequests();
    await requests.expectNone();
  });

  it('rejects with the mock’s own message when an expectation fails', async () => {
    await using tenant = await gateway.tenant({ models: [PAINT] });
    await draw(tenant);
    const failed = tenant.requests('createImage').expectBody({ prompt: 'blue panda' });
    await assert.rejects(failed, (error) => {
      assert.ok(error instanceof ControlError);
      assert.deepEqual([error.status, error.diagnostic], [409, 'GW1301']);
      assert.match(error.message, /✗ body\.prompt\n +expected +"blue panda"\n +got +"red panda"/);
      return true;
    });
  });

  it('has the telemetry as it is in process', async () => {
    const telemetry = [
      destination({ type: 'langfuse', name: 'Traces' }),
      destination({ type: 'webhook', name: 'Debug', enabled: false }),
    ];
    await using here = running.tenant({ models: [PAINT], destinations: telemetry });
    const there = (await gateway.tenants()).find(({ id }) => id === here.id);
    assert.ok(there);
    await draw(there, { n: 2 });
    assert.deepEqual(await there.telemetry.all(), here.telemetry.all());
    assert.equal((await there.telemetry.to('Traces').all()).length, 1);
    await there.telemetry.to('Traces').expectForwarded();
    await there.telemetry.expectForwarded(1);
    await there.telemetry.to('Debug').expectSuppressed('disabled');
    await assert.rejects(there.telemetry.to('Traces').expectSuppressed(), {
      name: 'ControlError',
      status: 409,
      diagnostic: 'GW1307',
    });
  });

  it('sets, advances and frees the clock', async () => {
    await using tenant = await gateway.tenant();
    const { clock } = tenant;
    await clock.freeze();
    await clock.set('2026-08-01T00:00:00Z');
    await clock.advance('90s');
    assert.equal(await clock.now(), Date.parse('2026-08-01T00:01:30Z'));
    assert.equal(await clock.waiting(), 0);
    await clock.autoAdvance();
    await clock.autoAdvance(false);
    assert.equal(await clock.mode(), 'frozen');
    await clock.flow();
    assert.equal(await clock.mode(), 'flowing');
  });

  it('snapshots, restores, forks, replaces, resets and clears', async () => {
    await using tenant = await gateway.tenant({ models: [PAINT], credits: 1 });
    const snapshot = await tenant.snapshot();
    await draw(tenant);
    assert.equal(await tenant.credits(), '0.75');
    await using fork = await tenant.fork({ credits: 9 });
    await tenant.restore(snapshot);
    assert.deepEqual([await tenant.credits(), await fork.credits()], ['1', '9']);
    await tenant.replaceCatalog({ models: [] });
    assert.equal((await draw(tenant)).status, 404);
    await tenant.reset();
    assert.equal((await draw(tenant)).status, 200);
    await tenant.clear();
    assert.equal((await draw(tenant)).status, 404);
  });

  it('refuses options that cannot be sent over HTTP', async () => {
    const never = () => true;
    await using tenant = await gateway.tenant();
    const refused = { code: 'GW1606' };
    assert.throws(() => tenant.on('createImage').where({ body: never }), refused);
    assert.throws(() => tenant.requests().where({ path: never }), refused);
    // A reply that is a function is one of the words in process.
    const reply = never as unknown as { status: number };
    await assert.rejects(async () => tenant.on('createImage').reply(reply), refused);
    const clock = createVirtualClock() as unknown as 'frozen';
    await assert.rejects(gateway.tenant({ clock }), refused);
    const latency = (() => 'none') as unknown as 'none';
    await assert.rejects(gateway.tenant({ latency }), refused);
  });

  it('refuses invalid options of a tenant', async () => {
    await assert.rejects(gateway.tenant({ world: 'tinny' as 'tiny' }), {
      name: 'ControlError',
      status: 400,
      message: /did you mean "tiny"\?/,
    });
  });

  it('reports that no mock answers', async () => {
    const noMock = { code: 'GW1605', message: /expected a mock gateway .*, got .*, without \/v1/ };
    await using quiet = await startMockGateway({ unhandled: 'ignore' });
    await assert.rejects(connectMockGateway(quiet.baseURL), noMock);
    const nothing: typeof fetch = async () => {
      throw new TypeError('fetch failed');
    };
    await assert.rejects(connectMockGateway('http://nowhere.test', { fetch: nothing }), noMock);
    const page: typeof fetch = async () => new Response('<h1>hello</h1>');
    await assert.rejects(connectMockGateway('http://page.test', { fetch: page }), noMock);
  });

  it('sends its token', async () => {
    await using guarded = await startMockGateway({ control: { token: 'a-token-for-tests' } });
    await assert.rejects(connectMockGateway(guarded.url), { status: 401, diagnostic: 'GW1601' });
    const token = guarded.controlToken;
    assert.equal((await connectMockGateway(guarded.url, { token })).apiKey, guarded.apiKey);
  });
});
