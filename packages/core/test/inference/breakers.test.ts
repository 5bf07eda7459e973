import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BreakerOptions } from '@model-gateway/core';
import { Breakers } from '../../src/inference/attempts/breakers.ts';
import { aClock } from '../builders.ts';
import { anImageGateway, aProvider, draw, MODEL, works } from '../images/image-builders.ts';
import { fails } from '../images/provider-scripts.ts';

const ENDPOINT = { provider: { slug: 'acme' }, model: 'acme/paint-1' };

function breakersOf(options?: BreakerOptions) {
  const clock = aClock();
  const breakers = new Breakers(clock, options);
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) breakers.failed(ENDPOINT);
  };
  return { clock, breakers, fail };
}

describe('Breakers (contract §4.6)', () => {
  it('open after as many failures as their option says, for as long as it says', () => {
    const { clock, breakers, fail } = breakersOf({ failures: 2, cooldownMs: 500 });
    fail(1);
    assert.equal(breakers.admit(ENDPOINT), true);
    fail(1);
    assert.equal(breakers.admit(ENDPOINT), false);
    clock.advance(499);
    assert.equal(breakers.cooldownOf(ENDPOINT), 1);
    clock.advance(1);
    assert.equal(breakers.admit(ENDPOINT), true);
  });

  it('do not stay open for as long as the clock was set back meanwhile', () => {
    const manual = aClock();
    let behind = 0;
    const clock = { ...manual, now: () => manual.now() - behind };
    const breakers = new Breakers(clock, { failures: 1, cooldownMs: 500 });
    breakers.failed(ENDPOINT);
    behind = 3_600_000;
    assert.equal(breakers.cooldownOf(ENDPOINT), 500);
    manual.advance(500);
    assert.equal(breakers.admit(ENDPOINT), true);
  });

  it('never open with 0 failures', () => {
    const { breakers, fail } = breakersOf({ failures: 0 });
    fail(100);
    breakers.failed(ENDPOINT, true);
    assert.equal(breakers.admit(ENDPOINT), true);
  });

  it('open at once for what every request would meet, which is news once', () => {
    const { clock, breakers } = breakersOf({ failures: 5, cooldownMs: 500 });
    assert.equal(breakers.failed(ENDPOINT, true), true);
    assert.deepEqual([breakers.admit(ENDPOINT), breakers.isRefused(ENDPOINT)], [false, true]);
    clock.advance(500);
    assert.equal(breakers.admit(ENDPOINT), true);
    assert.equal(breakers.failed(ENDPOINT, true), false);
    assert.equal(breakers.admit(ENDPOINT), false);
    clock.advance(500);
    assert.equal(breakers.admit(ENDPOINT), true);
    breakers.succeeded(ENDPOINT);
    assert.deepEqual([breakers.admit(ENDPOINT), breakers.isRefused(ENDPOINT)], [true, false]);
    assert.equal(breakers.failed(ENDPOINT, true), true);
  });

  it('let one request try an endpoint at a time that has no cool-down', () => {
    const { breakers, fail } = breakersOf({ failures: 1, cooldownMs: 0 });
    fail(1);
    assert.deepEqual([breakers.admit(ENDPOINT), breakers.admit(ENDPOINT)], [true, false]);
    breakers.abandoned(ENDPOINT);
    assert.equal(breakers.admit(ENDPOINT), true);
  });

  it('say how long to wait: nothing while closed, and while one tries a whole cool-down', () => {
    const { clock, breakers, fail } = breakersOf({ failures: 2, cooldownMs: 500 });
    assert.equal(breakers.cooldownOf(ENDPOINT), 0);
    fail(1);
    assert.equal(breakers.cooldownOf(ENDPOINT), 0);
    fail(1);
    clock.advance(500);
    assert.equal(breakers.cooldownOf(ENDPOINT), 0);
    breakers.admit(ENDPOINT);
    assert.equal(breakers.cooldownOf(ENDPOINT), 500);
  });

  it('are apart for each model of a provider', () => {
    const { breakers, fail } = breakersOf({ failures: 1 });
    fail(1);
    assert.equal(breakers.admit({ ...ENDPOINT, model: 'acme/paint-2' }), true);
  });

  it('report every endpoint that has failed since its last success', () => {
    const { clock, breakers, fail } = breakersOf({ failures: 2, cooldownMs: 500 });
    const report = (state: string, failures: number, cooldownMs: number) => [
      { provider: 'acme', model: 'acme/paint-1', state, failures, cooldownMs },
    ];
    assert.deepEqual(breakers.reports(), []);
    fail(1);
    assert.deepEqual(breakers.reports(), report('closed', 1, 0));
    fail(1);
    clock.advance(100);
    assert.deepEqual(breakers.reports(), report('open', 2, 400));
    clock.advance(400);
    assert.deepEqual(breakers.reports(), report('half-open', 2, 0));
    breakers.admit(ENDPOINT);
    assert.deepEqual(breakers.reports(), report('half-open', 2, 0));
    breakers.succeeded(ENDPOINT);
    assert.deepEqual(breakers.reports(), []);
  });
});

it('a gateway lists its breakers, and takes their options (contract §4.6)', async () => {
  const provider = aProvider('one', [fails('server'), fails('server'), works]);
  const { gateway, clock } = anImageGateway([provider], {
    breaker: { failures: 2, cooldownMs: 500 },
  });
  for (let i = 0; i < 3; i++) await draw(gateway);
  assert.equal(provider.jobs.length, 2);
  const open = { provider: 'one', model: MODEL, state: 'open', failures: 2, cooldownMs: 500 };
  assert.deepEqual(gateway.breakers(), [open]);
  clock.advance(500);
  assert.equal((await draw(gateway)).status, 200);
  assert.deepEqual(gateway.breakers(), []);
});

it('a gateway tells of a refused credential once, and does not ask the client to wait', async () => {
  const provider = aProvider('one', [fails('credential'), fails('credential'), works, works]);
  const { gateway, clock, errors } = anImageGateway([provider]);
  for (const jobs of [1, 1, 2]) {
    const response = await draw(gateway);
    assert.equal(response.status, 502);
    assert.equal(response.headers['retry-after'], undefined);
    assert.equal(response.headers['x-should-retry'], 'false');
    assert.equal(provider.jobs.length, jobs);
    if (provider.jobs.length === 1) clock.advance(7500);
  }
  assert.equal(errors.length, 1);
  assert.match(String(errors[0]), /provider one refuses the credential of the gateway, for acme/);
  clock.advance(15_000);
  assert.equal((await draw(gateway)).status, 200);
});

it('a gateway tells of each mistake of an adapter, and tries the next', async () => {
  const first = aProvider('one', fails('adapter'));
  const { gateway, errors } = anImageGateway([first, aProvider('two')]);
  for (let times = 0; times < 2; times++) assert.equal((await draw(gateway)).status, 200);
  assert.deepEqual(gateway.breakers(), []);
  assert.equal(errors.length, 2);
  assert.match(String(errors[0]), /provider one does not take what its adapter wrote by itself/);
});
