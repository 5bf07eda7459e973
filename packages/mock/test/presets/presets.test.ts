import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, type MockTenant, type PresetName } from '@model-gateway/mock';
import { GATEWAY_OPERATIONS } from '@model-gateway/core/kit';
import { flakyStatus, statusOf } from '../../src/presets/flaky-rule.ts';
import { ask } from '../ask.ts';

const UNKNOWN = 'x' as PresetName;

const draw = (tenant: MockTenant) =>
  ask(tenant, 'POST /v1/images', {
    body: { model: 'acme/paint-1', prompt: 'a red panda', resolution: '512' },
  });

async function statuses(tenant: MockTenant, count: number) {
  const seen: number[] = [];
  for (let i = 0; i < count; i++) seen.push((await ask(tenant, 'GET /v1/models?limit=1')).status);
  return seen;
}

describe('the preset flaky', () => {
  const flaky = () => createMockGateway({ preset: 'flaky' });

  it('fails about every third request, never more than two in a row', () => {
    const pattern = Array.from({ length: 3000 }, (_, index) => flakyStatus(7, index + 1));
    const failed = pattern.filter((status) => status !== undefined);
    assert.ok(failed.length > 900 && failed.length < 1100, String(failed.length));
    assert.deepEqual(new Set(failed), new Set([429, 500, 502, 503, 524, 529]));
    for (let i = 0; i + 2 < pattern.length; i++) {
      assert.ok(pattern.slice(i, i + 3).includes(undefined), `three in a row at ${i}`);
    }
  });

  it('fails the same requests each time, and others with another seed', async () => {
    const [one, again] = [await statuses(flaky(), 20), await statuses(flaky(), 20)];
    assert.deepEqual(one, again);
    assert.deepEqual(
      one,
      Array.from({ length: 20 }, (_, index) => {
        const status = flakyStatus(7, index + 1);
        return status === undefined
          ? 200
          : statusOf(GATEWAY_OPERATIONS.named('listModels'), status);
      }),
    );
    assert.notDeepEqual(await statuses(createMockGateway({ preset: 'flaky', seed: 8 }), 20), one);
  });

  it('fails each operation with documented statuses only', async () => {
    assert.deepEqual(new Set(await statuses(flaky(), 60)), new Set([200, 500, 503]));
    const drawn: number[] = [];
    const gateway = flaky();
    for (let i = 0; i < 60; i++) drawn.push((await draw(gateway)).status);
    assert.deepEqual(new Set(drawn), new Set([200, 429, 500, 502, 503, 524, 529]));
  });

  it('counts separately for each tenant', async () => {
    const gateway = flaky();
    const [one, other] = [gateway.tenant(), gateway.tenant()];
    const both = await Promise.all([statuses(one, 12), statuses(other, 12)]);
    assert.deepEqual(both[0], both[1]);
    assert.deepEqual(await statuses(gateway, 12), both[0]);
  });

  it('asks clients to retry at once, and names the provider that failed', async () => {
    const gateway = flaky();
    const failed = await statuses(gateway, 4).then((seen) => seen.findIndex((one) => one !== 200));
    await gateway.reset();
    await statuses(gateway, failed);
    const { headers } = await ask(gateway, 'GET /v1/models');
    assert.equal(headers['retry-after-ms'], '1');
    assert.equal(headers['x-mock-rule'], 'flaky');
  });

  it('starts over after a reset, and continues from a snapshot', async () => {
    const gateway = flaky();
    const first = await statuses(gateway, 8);
    const snapshot = await gateway.snapshot();
    const rest = await statuses(gateway, 8);
    await gateway.restore(snapshot);
    assert.deepEqual(await statuses(gateway, 8), rest);
    assert.deepEqual(await statuses(gateway.tenant({ from: snapshot }), 8), rest);
    await gateway.reset();
    assert.deepEqual(await statuses(gateway, 8), first);
  });

  it('is asked after the rules of the test', async () => {
    const gateway = flaky();
    gateway.on('listModels').reply({ status: 204 }, { times: 20 });
    assert.deepEqual(new Set(await statuses(gateway, 20)), new Set([204]));
  });
});

describe('the preset broke', () => {
  it('leaves no credits', async () => {
    const gateway = createMockGateway({ preset: 'broke' });
    assert.equal(gateway.credits(), '0');
    assert.equal((await draw(gateway)).status, 402);
    assert.equal((await ask(gateway, 'GET /v1/models')).status, 200);
  });

  it('is overridden by the option credits', () => {
    assert.equal(createMockGateway({ preset: 'broke', credits: 2 }).credits(), '2');
  });
});

describe('the preset throttled', () => {
  it('answers 429 to the third image in ten seconds', async () => {
    const gateway = createMockGateway({ preset: 'throttled', clock: 'frozen' });
    const seen = [await draw(gateway), await draw(gateway), await draw(gateway)];
    assert.deepEqual(
      seen.map(({ status }) => status),
      [200, 200, 429],
    );
    assert.equal(seen[2]?.headers['ratelimit-limit'], '2');
    await gateway.clock.advance('10s');
    assert.equal((await draw(gateway)).status, 200);
  });
});

describe('the preset slow', () => {
  it('keeps every request waiting on the clock', async () => {
    const gateway = createMockGateway({ preset: 'slow', clock: 'autoAdvance' });
    const begin = gateway.clock.now();
    await ask(gateway, 'GET /v1/models');
    const listed = gateway.clock.now();
    assert.ok(listed - begin >= 500, String(listed - begin));
    await draw(gateway);
    assert.ok(gateway.clock.now() - listed >= 10_000);
  });
});

describe('presets', () => {
  it('can be combined', async () => {
    const gateway = createMockGateway({ preset: ['flaky', 'broke'] });
    assert.equal(gateway.credits(), '0');
    assert.ok((await statuses(gateway, 8)).some((status) => status !== 200));
  });

  it('of a gateway apply to its tenants, unless they have their own', async () => {
    const gateway = createMockGateway({ preset: ['flaky', 'broke'] });
    const [like, broke, none] = [
      gateway.tenant(),
      gateway.tenant({ preset: 'broke' }),
      gateway.tenant({ preset: [] }),
    ];
    assert.deepEqual(
      [like, broke, none].map((each) => each.credits()),
      ['0', '0', '1000000'],
    );
    const fails = async (tenant: MockTenant) =>
      (await statuses(tenant, 8)).some((one) => one > 299);
    assert.deepEqual(await Promise.all([like, broke, none].map(fails)), [true, false, false]);
  });

  it('refuses an unknown preset', () => {
    assert.throws(
      () => createMockGateway({ preset: 'flakey' as 'flaky' }),
      /unknown preset "flakey": expected flaky, slow, broke, throttled, or a list of them; did you mean "flaky"\? \[GW1703\]$/,
    );
    assert.throws(() => createMockGateway().tenant({ preset: [UNKNOWN] }), {
      code: 'GW1703',
    });
  });
});
