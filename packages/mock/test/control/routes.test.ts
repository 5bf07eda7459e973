import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, type MockGatewayOptions } from '@model-gateway/mock';
import { ask } from '../ask.ts';
import { control } from './control-call.ts';

const PAINT = { id: 'acme/paint-1', output: ['image'], price: { image: 0.25 } };

const ALL_MODELS = 'GET /v1/models?output_modalities=all';

/** The ids of the tenants that an answer lists. */
function idsIn({ value }: { readonly value: { readonly data: readonly { id: string }[] } }) {
  return value.data.map(({ id }) => id);
}

/** A gateway, a tenant that was added from outside, and how to ask both. */
async function started(wish: object = {}, options: MockGatewayOptions = {}) {
  const gateway = createMockGateway({ world: 'tiny', ...options, control: true });
  const call = (line: string, body?: unknown) =>
    control(gateway, line, body === undefined ? {} : { body });
  const { value } = await call('POST /tenants', wish);
  const tenant = value.data;
  const there = `/tenants/${tenant.id}`;
  const as = (line: string, question: object = {}, key = tenant.api_key) =>
    ask({ handle: gateway.handle, apiKey: key }, line, question);
  const draw = () =>
    as('POST /v1/images', {
      body: { model: 'acme/paint-1', prompt: 'red panda', resolution: '512' },
    });
  return { gateway, call, tenant, there, as, draw };
}

describe('tenants over HTTP', () => {
  it('are made with all that a tenant can have', async () => {
    const { tenant, as, draw } = await started({
      id: 'checkout',
      api_key: 'mine',
      credits: '0.5',
      models: [PAINT],
      destinations: [{ type: 'langfuse', name: 'Traces' }],
      members: [{ id: 'user_ada', first_name: 'Ada' }],
      assignments: [{ guardrail: 'no-secrets', user: 'user_ada' }],
      rate_limit: { limit: 1, window_seconds: 60 },
      clock: { mode: 'frozen', now: '2026-08-01T00:00:00Z' },
      rules: [{ on: 'listModels', fail: 503 }],
    });
    assert.deepEqual([tenant.id, tenant.api_key, tenant.credits], ['checkout', 'mine', '0.5']);
    assert.equal(tenant.any_key_url, '/t/checkout/v1');
    assert.ok('personal_management' in tenant.keys);
    assert.equal((await as('GET /v1/models')).status, 503);
    assert.equal((await as('GET /v1/models')).status, 200);
    assert.equal((await draw()).value.created, Date.parse('2026-08-01') / 1000);
    assert.equal((await draw()).status, 429);
    const manage = (path: string) => as(`GET /v1${path}`, {}, tenant.management_key);
    assert.equal((await manage('/organization/members')).value.data[0].first_name, 'Ada');
    assert.equal((await manage('/observability/destinations')).value.data[0].name, 'Traces');
    assert.equal((await manage('/guardrails/assignments/members')).value.total_count, 1);
  });

  it('take records that are built already', async () => {
    const { model, member } = await import('@model-gateway/mock');
    const { as } = await started({
      models: [JSON.parse(JSON.stringify(model({ id: 'acme/quill-9' })))],
      members: [member({ id: 'user_bo' })],
    });
    assert.equal((await as('GET /v1/models')).value.data[0].id, 'acme/quill-9');
  });

  it('are made by name of a world and of presets', async () => {
    const { call } = await started();
    const wish = { world: 'empty', preset: ['broke', 'flaky'] };
    const { value } = await call('POST /tenants', wish);
    assert.equal(value.data.credits, '0');
    const generated = await call('POST /tenants', { world: 'generated', seed: 3, models: 5 });
    assert.equal(generated.status, 201);
  });

  it('are listed with that of the gateway itself', async () => {
    const { call } = await started();
    assert.deepEqual(idsIn(await call('GET /tenants')), ['main', 't1']);
  });

  it('are looked at as they are now', async () => {
    const { call, there, draw } = await started({ models: [PAINT], credits: 1 });
    await draw();
    assert.equal((await call(`GET ${there}`)).value.data.credits, '0.75');
  });

  it('are forked with something else about them', async () => {
    const { call, there } = await started({ credits: 1 });
    const { status, value } = await call(`POST ${there}/fork`, { id: 'copy', credits: 3 });
    assert.deepEqual([status, value.data.id, value.data.credits], [201, 'copy', '3']);
    assert.deepEqual(idsIn(await call('GET /tenants')), ['main', 't1', 'copy']);
  });

  it('are as at the beginning when they are reset', async () => {
    const { call, there, draw } = await started({ models: [PAINT], credits: 1 });
    await draw();
    assert.equal((await call(`POST ${there}/reset`)).status, 204);
    assert.equal((await call(`GET ${there}`)).value.data.credits, '1');
  });

  it('serve other models once these are put', async () => {
    const { call, there, as } = await started({ models: [PAINT] });
    await call(`PUT ${there}/models`, { models: [{ id: 'acme/quill-9' }, PAINT] });
    assert.equal((await as(ALL_MODELS)).value.total_count, 2);
  });

  it('have nothing once they are cleared', async () => {
    const { call, there, as } = await started({ models: [PAINT] });
    assert.equal((await call(`POST ${there}/clear`)).status, 204);
    assert.equal((await as(ALL_MODELS)).value.total_count, 0);
  });

  it('are gone once they are closed, their key and their name with them', async () => {
    const { gateway, call, there, as, tenant } = await started();
    assert.equal((await call(`DELETE ${there}`)).status, 204);
    assert.equal((await call(`GET ${there}`)).status, 404);
    assert.equal((await as(ALL_MODELS)).status, 401);
    assert.equal(gateway.tenant({ id: tenant.id }).id, tenant.id);
  });

  it('of the process itself are there, too', async () => {
    const { gateway, call } = await started();
    const own = gateway.tenant({ id: 'own', credits: 7 });
    assert.equal((await call('GET /tenants/own')).value.data.credits, '7');
    await own.close();
    assert.equal((await call('GET /tenants/own')).status, 404);
  });

  it('say what was left over when they are verified', async () => {
    const { call, there, as } = await started({ unused_rules: 'fail' });
    assert.equal((await call(`POST ${there}/verify`)).status, 204);
    await call(`POST ${there}/rules`, { rules: [{ on: 'listModels', fail: 503 }] });
    const { status, value } = await call(`POST ${there}/verify`);
    assert.equal(status, 409);
    assert.match(value.error.message, /"listModels\.fail-503": 0 of 1 times/);
    await as('GET /v1/models');
    assert.equal((await call(`POST ${there}/verify`)).status, 204);
  });

  for (const [wish, status, diagnostic, says] of [
    [{ world: 'tinny' }, 400, undefined, /did you mean "tiny"\?/],
    [{ wrold: 'tiny' }, 400, undefined, /wrold is unknown; did you mean "world"\?/],
    [{ models: [{ id: 'acme/x', outptu: [] }] }, 400, 'GW1701', /did you mean "output"\?/],
    [{ models: [PAINT, PAINT] }, 400, 'GW1705', /models\[0\] and models\[1\] have the same id/],
    [{ models: [{ model: { id: 'acme/x' }, signals: {} }] }, 400, undefined, /data\[0\]\./],
    [{ members: ['ada'] }, 400, undefined, /members\[0\] must be an object/],
    [{ id: 'main' }, 409, 'GW1102', /there is already a tenant "main"/],
    [{ id: 'a b' }, 400, 'GW1101', /how about "a-b"\?/],
    [{ api_key: 'with space' }, 400, 'GW1104', /apiKey must be 1 to 8192 visible/],
    [{ credits: 'lots' }, 400, 'GW1105', /credits must be USD/],
    [{ rules: [{ on: 'createImage', fial: 500 }] }, 400, 'GW1210', /fial is unknown/],
    [{ clock: { now: 'soon' } }, 400, 'GW1502', /soon/],
    [{ latency: 'fats' }, 400, 'GW1504', /did you mean "fast"\?/],
    [{ world: 'golden', models: 3 }, 400, 'GW1704', /the golden world has 400 models, not 3/],
    [[], 400, undefined, /body must be an object, got a list/],
  ] as const) {
    it(`are refused with ${JSON.stringify(wish).slice(0, 60)}`, async () => {
      const { call } = await started();
      const answer = await call('POST /tenants', wish);
      assert.match(answer.value.error.message, says);
      assert.deepEqual(
        [answer.status, answer.value.error.metadata?.diagnostic],
        [status, diagnostic],
      );
      // Nothing of it stays behind.
      assert.deepEqual(idsIn(await call('GET /tenants')), ['main', 't1']);
    });
  }
});

describe('rules over HTTP', () => {
  it('are added in front, listed with what is left of them, and taken away', async () => {
    const { call, there, draw } = await started({ models: [PAINT] });
    const added = await call(`POST ${there}/rules`, {
      rules: [
        { on: 'createImage', fail: { status: 529, times: 2 } },
        { id: 'always', on: '*', fail_always: 503 },
      ],
    });
    assert.deepEqual(added.value.data, [
      { id: 'createImage.fail-529', hits: 0, remaining: 2 },
      { id: 'always', hits: 0, remaining: null },
    ]);
    assert.equal((await draw()).status, 529);
    const { value } = await call(`GET ${there}/rules`);
    assert.deepEqual(value.data[0], { id: 'createImage.fail-529', hits: 1, remaining: 1 });
    assert.equal((await call(`DELETE ${there}/rules/createImage.fail-529`)).status, 204);
    assert.equal((await draw()).status, 503);
    assert.equal((await call(`DELETE ${there}/rules`)).status, 204);
    assert.equal((await draw()).status, 200);
    const missing = await call(`DELETE ${there}/rules/always`);
    assert.match(missing.value.error.message, /there is no rule "always"; no rules exist/);
  });

  it('adds all rules or none of them', async () => {
    const { call, there } = await started();
    const rules = [{ on: 'createImage', fail: 500 }, { on: 'createImage' }];
    const { status, value } = await call(`POST ${there}/rules`, { rules });
    assert.deepEqual([status, value.error.metadata.diagnostic], [400, 'GW1210']);
    assert.deepEqual((await call(`GET ${there}/rules`)).value.data, []);
  });
});

describe('requests over HTTP', () => {
  it('are listed without secrets, and forgotten', async () => {
    const { call, there, tenant, draw, as } = await started({ models: [PAINT] });
    await as('GET /v1/models?q=panda');
    await draw();
    const { value } = await call(`GET ${there}/requests?operation=createImage`);
    assert.equal(value.data.length, 1);
    const [{ number, status, body, answered_by }] = value.data;
    assert.deepEqual(
      [number, status, body.prompt, answered_by],
      [2, 200, 'red panda', ['gateway']],
    );
    assert.ok(!JSON.stringify(value).includes(tenant.api_key));
    await call(`DELETE ${there}/requests`);
    assert.deepEqual((await call(`GET ${there}/requests`)).value.data, []);
    const wrong = await call(`GET ${there}/requests?operation=createImge`);
    assert.equal(wrong.status, 400);
  });

  /** What verifying says after two images were asked for: how many requests it found, or why not. */
  async function verified(expectation: object): Promise<number | string> {
    const { call, there, draw } = await started({ models: [PAINT] });
    await draw();
    await draw();
    const { status, value } = await call(`POST ${there}/requests/verify`, expectation);
    return status === 200 ? value.data.length : value.error.message;
  }
  const operation = 'createImage';

  for (const [expectation, count] of [
    [{}, 2],
    [{ operation, count: 2 }, 2],
    [{ operation, expect: { body: { prompt: { matches: '^red' } } } }, 2],
    [{ at: -1, expect: { headers: { Authorization: { matches: '.' } } } }, 2],
    [{ where: { status: 500 }, count: 0 }, 0],
  ] as const) {
    it(`are as expected by ${JSON.stringify(expectation)}`, async () => {
      assert.equal(await verified(expectation), count);
    });
  }

  for (const [expectation, says] of [
    [{ operation, count: 3 }, /^expected 3 createImage requests, got 2\n/],
    [{ expect: { body: { n: 2 } } }, /✗ body\.n/],
    [{ at: 5 }, /^expected at least 6 requests, got 2\n/],
    [
      { operation: 'listModels', expect: { query: { q: 'a' } } },
      /^expected at least 1 listModels request, got 0\n/,
    ],
  ] as const) {
    it(`are not as expected by ${JSON.stringify(expectation)}`, async () => {
      assert.match(String(await verified(expectation)), says);
    });
  }

  it('are waited for', async () => {
    const { call, there, draw } = await started({ models: [PAINT] });
    const waiting = call(`POST ${there}/requests/wait`, { count: 2, timeout_ms: 30_000 });
    await draw();
    await draw();
    const { status, value } = await waiting;
    assert.deepEqual([status, value.data.length], [200, 2]);
    const late = await call(`POST ${there}/requests/wait`, { count: 3, timeout_ms: 0 });
    assert.equal(late.status, 409);
    assert.match(late.value.error.message, /expected at least 3 requests within 0 ms, got 2/);
  });
});

describe('the clock over HTTP', () => {
  it('is looked at, set, advanced and let go', async () => {
    const { call, there } = await started();
    const set = await call(`PATCH ${there}/clock`, { mode: 'frozen', now: '2026-08-01T00:00:00Z' });
    const frozen = { now: '2026-08-01T00:00:00.000Z', mode: 'frozen', waiting: 0 };
    assert.deepEqual(set.value.data, frozen);
    const advanced = await call(`POST ${there}/clock/advance`, { by: '90s' });
    assert.equal(advanced.value.data.now, '2026-08-01T00:01:30.000Z');
    const auto = await call(`PATCH ${there}/clock`, { mode: 'auto_advance' });
    assert.equal(auto.value.data.mode, 'auto_advance');
    assert.equal((await call(`GET ${there}/clock`)).value.data.mode, 'auto_advance');
    const wrong = await call(`POST ${there}/clock/advance`, { by: '90 seconds' });
    assert.deepEqual([wrong.status, wrong.value.error.metadata.diagnostic], [400, 'GW1501']);
    const without = await call(`POST ${there}/clock/advance`);
    assert.match(without.value.error.message, /by is required/);
  });

  it('wakes what waits', async () => {
    const { call, there, as } = await started({ clock: { mode: 'frozen' } });
    await call(`POST ${there}/rules`, { rules: [{ on: '*', delay: { duration: '5m' } }] });
    const answer = as('GET /v1/models');
    await call(`POST ${there}/clock/advance`, { by: 0 });
    assert.equal((await call(`GET ${there}/clock`)).value.data.waiting, 1);
    await call(`POST ${there}/clock/advance`, { by: '5m' });
    assert.equal((await answer).status, 200);
  });
});

describe('snapshots over HTTP', () => {
  it('are restored as often as you like, forked, and dropped', async () => {
    const { call, there, draw } = await started({ models: [PAINT], credits: 1 });
    const { value } = await call(`POST ${there}/snapshots`);
    const { id } = value.data;
    for (let round = 0; round < 2; round++) {
      await draw();
      assert.equal((await call(`POST ${there}/snapshots/${id}/restore`)).status, 204);
      assert.equal((await call(`GET ${there}`)).value.data.credits, '1');
    }
    await draw();
    const fork = await call(`POST ${there}/fork`, { snapshot: id });
    assert.equal(fork.value.data.credits, '1');
    assert.equal((await call(`DELETE ${there}/snapshots/${id}`)).status, 204);
    const gone = await call(`POST ${there}/snapshots/${id}/restore`);
    assert.match(gone.value.error.message, /there is no snapshot "snapshot-1"; no snapshots exist/);
  });
});

describe('held streams over HTTP', () => {
  it('get what they are sent', async () => {
    const { call, there, as } = await started({ models: [PAINT] });
    const { value } = await call(`POST ${there}/streams`, {
      where: { body: { prompt: { contains: 'panda' } } },
    });
    const body = { model: 'acme/paint-1', prompt: 'red panda', resolution: '512', stream: true };
    const response = await as('POST /v1/images', { body });
    assert.equal(response.body.kind, 'events');
    const events: string[] = [];
    const reading = (async () => {
      assert.ok(response.body.kind === 'events');
      for await (const { data } of response.body.events) if (data !== undefined) events.push(data);
    })();
    const send = (order: object) => call(`POST ${there}/streams/${value.data.id}`, order);
    assert.equal((await send({ text: 'thinking', phase: 'reasoning' })).status, 204);
    assert.equal((await send({ error: { code: 529 } })).status, 204);
    await reading;
    assert.equal(JSON.parse(events[0] ?? '').text, 'thinking');
    assert.equal(JSON.parse(events[1] ?? '').error.code, '529');
    const over = await send({ complete: true });
    assert.deepEqual([over.status, over.value.error.metadata.diagnostic], [409, 'GW1407']);
    const both = await send({ complete: true, end: 'done' });
    assert.match(
      both.value.error.message,
      /one of partial, text, complete, error, end, got complete and end/,
    );
  });
});

describe('anything else', () => {
  it('is a 404 that says where to look', async () => {
    const { call } = await started();
    for (const line of ['GET /', 'GET /tenant', 'POST /tenants/t1', 'GET /tenants/']) {
      const { status, value } = await call(line);
      assert.equal(status, 404, line);
      assert.match(value.error.message, /GET \/__gateway\/openapi\.json lists them/);
    }
  });

  it('names the tenant that is probably meant', async () => {
    const { call } = await started({ id: 'checkout' });
    const { value } = await call('GET /tenants/chekout');
    assert.match(value.error.message, /there is no tenant "chekout"; did you mean "checkout"\?/);
  });

  it('shows no key in an error', async () => {
    const { call } = await started();
    const { value } = await call('POST /tenants', {
      api_key: 12_345_678,
      management_key: ['s3cret'],
    });
    assert.doesNotMatch(JSON.stringify(value), /12345678|s3cret/);
  });
});
