import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderFailure, type FailureClass } from '@model-gateway/core';
import {
  ACCOUNT,
  anImageGateway,
  aProvider,
  draw,
  jsonOf,
  works,
  type Script,
} from './image-builders.ts';
import { answered, classesOf, fails } from './provider-scripts.ts';

/** Fails before anything reached the provider. */
const unreachable: Script = async function* () {
  yield* [];
  throw new ProviderFailure('server', 'no connection');
};

describe('failures of a provider (contract §4.6)', () => {
  const mapping: readonly (readonly [FailureClass, number, boolean])[] = [
    ['parameter', 400, false],
    ['policy', 400, false],
    ['adapter', 400, true],
    ['credential', 502, true],
    ['model', 502, true],
    ['timeout', 524, true],
    ['too-large', 413, true],
    ['rate-limited', 429, true],
    ['server', 502, true],
    ['malformed', 502, true],
    ['overloaded', 529, true],
  ];
  for (const [failure, status, triesNext] of mapping) {
    it(`${failure} is ${status} as the last word`, async () => {
      const { gateway, ledger } = anImageGateway([aProvider('one', fails(failure))]);
      const response = await draw(gateway);
      assert.equal(response.status, status);
      assert.deepEqual(jsonOf(response).error?.metadata?.attempts, [
        { provider: 'one', class: failure, ms: 0 },
      ]);
      assert.equal(jsonOf(response).error?.metadata?.['provider_name'], 'ONE');
      assert.equal(ledger.balanceOf(ACCOUNT), '10');
    });

    for (const stream of [false, true]) {
      it(`${failure} ${triesNext ? 'goes' : 'does not go'} to the next (stream: ${stream})`, async () => {
        const second = aProvider('two');
        const { gateway } = anImageGateway([aProvider('one', fails(failure)), second]);
        const response = await draw(gateway, { stream });
        assert.equal(response.status, triesNext ? 200 : 400);
        assert.equal(second.jobs.length, triesNext ? 1 : 0);
      });
    }
  }

  it('are a 500 that reveals nothing when one of them is a bug of ours', async () => {
    const { gateway, errors, ledger } = anImageGateway([
      aProvider('one', async function* () {
        yield* [];
        throw new TypeError('the password is hunter2');
      }),
    ]);
    const response = await draw(gateway);
    assert.equal(response.status, 500);
    assert.equal(jsonOf(response).error?.message, 'Internal server error');
    assert.equal(errors.length, 1);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('answer with the one that the client can do most about', async () => {
    const mixes: readonly (readonly [readonly FailureClass[], number])[] = [
      [['server', 'rate-limited', 'overloaded'], 429],
      [['overloaded', 'timeout'], 529],
      [['server', 'timeout'], 524],
      [['rate-limited', 'too-large', 'server'], 413],
      [['rate-limited', 'policy'], 400],
      [['server', 'credential'], 502],
    ];
    for (const [failures, status] of mixes) {
      const providers = failures.map((failure, i) => aProvider(`p${i}`, fails(failure)));
      const response = await draw(anImageGateway(providers).gateway);
      assert.equal(response.status, status, failures.join());
      assert.deepEqual(classesOf(response), failures);
    }
  });

  it('that ask for a wait answer with the shortest', async () => {
    const providers = [9000, 4100].map((ms, i) => aProvider(`p${i}`, fails('rate-limited', ms)));
    const response = await draw(anImageGateway(providers).gateway);
    assert.equal(response.status, 429);
    assert.equal(response.headers['retry-after'], '5');
  });
});

describe('attempts (contract §4.6)', () => {
  it('are at most three', async () => {
    const providers = ['a', 'b', 'c', 'd'].map((slug) => aProvider(slug, fails('server')));
    const response = await draw(anImageGateway(providers).gateway);
    assert.equal(classesOf(response)?.length, 3);
    assert.equal(providers[3]?.jobs.length, 0);
  });

  it('go to one provider only without fallbacks', async () => {
    const second = aProvider('two');
    const { gateway } = anImageGateway([aProvider('one', fails('server')), second]);
    const response = await draw(gateway, { provider: { allow_fallbacks: false, order: ['one'] } });
    assert.equal(response.status, 502);
    assert.equal(second.jobs.length, 0);
  });

  it('go to the same endpoint again, once, when nothing reached it', async () => {
    const provider = aProvider('one', [unreachable, works]);
    const setup = anImageGateway([provider]);
    const { response } = await answered(setup, draw(setup.gateway), 100);
    assert.equal(response.status, 200);

    const dead = aProvider('one', unreachable);
    const again = anImageGateway([dead]);
    const second = await answered(again, draw(again.gateway), 100);
    assert.equal(second.response.status, 502);
    assert.equal(dead.jobs.length, 2);
  });

  it('do not repeat what may have been billed', async () => {
    const provider = aProvider('one', [fails('server'), works]);
    assert.equal((await draw(anImageGateway([provider]).gateway)).status, 502);
    assert.equal(provider.jobs.length, 1);
  });

  for (const failure of ['rate-limited', 'overloaded'] as const) {
    for (const wait of [1500, 2000]) {
      it(`wait for an endpoint that is ${failure} and asks for ${wait} ms`, async () => {
        const provider = aProvider('one', [fails(failure, wait), works]);
        const setup = anImageGateway([provider]);
        const { response, waitedMs } = await answered(setup, draw(setup.gateway), 100);
        assert.equal(response.status, 200);
        assert.ok(waitedMs >= wait, `${waitedMs} ms`);
      });
    }

    it(`do not wait for an endpoint that is ${failure} and asks for more than 2 s`, async () => {
      const patient = aProvider('one', [fails(failure, 2001), works]);
      const response2 = await draw(anImageGateway([patient]).gateway);
      assert.notEqual(response2.status, 200);
      assert.equal(patient.jobs.length, 1);
    });
  }

  it('prefer another endpoint to waiting for the same', async () => {
    const first = aProvider('one', [fails('rate-limited', 1000), works]);
    const setup = anImageGateway([first, aProvider('two')]);
    const { headers } = await draw(setup.gateway);
    assert.equal(headers['x-provider-name'], 'TWO');
    assert.equal(first.jobs.length, 1);
  });
});
