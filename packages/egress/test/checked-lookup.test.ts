import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'node:test';
import { EgressError } from '@model-gateway/core';
import { judgeAddress, type Target } from '@model-gateway/egress';
import { checkedLookup, systemLookup } from '../src/checked-lookup.ts';

/* What a connection is given instead of the operating system's answer. Source: contract §4.9. */

const TARGET: Target = { protocol: 'https:', hostname: 'images.example.com', port: 443 };

type Allow = (target: Target) => boolean;

/** Resolves to the result for a socket that asks for all addresses. */
function all(addresses: readonly string[], allow?: Allow): Promise<readonly LookupAddress[]> {
  const lookup = checkedLookup(TARGET, async () => addresses, allow);
  return new Promise((resolve, reject) => {
    lookup(TARGET.hostname, { all: true }, (error, answer) => {
      if (error !== null) reject(error);
      else if (typeof answer === 'string') reject(new Error('expected a list'));
      else resolve(answer);
    });
  });
}

describe('the addresses of a name', () => {
  it('are handed over with their family, in the order of the answer', async () => {
    assert.deepEqual(await all(['93.184.216.34', '2606:4700::1']), [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  for (const [address, family] of [
    ['93.184.216.34', 4],
    ['2606:4700::1', 6],
  ] as const) {
    it(`are the first one alone when one is asked for: ${address}`, async () => {
      const lookup = checkedLookup(TARGET, async () => [address, '8.8.8.8'], undefined);
      const answer = await new Promise((resolve) => {
        lookup(TARGET.hostname, {}, (...args) => resolve(args));
      });
      assert.deepEqual(answer, [null, address, family]);
    });
  }

  for (const [what, addresses, kind] of [
    ['a private one', ['10.0.0.1'], 'private'],
    ['a private one behind a public one', ['8.8.8.8', '10.0.0.1'], 'private'],
    ['two, of which the first is named', ['127.0.0.1', '10.0.0.1'], 'loopback'],
    ['what is not an address', ['127.1'], 'invalid'],
  ] as const) {
    it(`refuse the name when there is ${what}`, async () => {
      await assert.rejects(all(addresses), {
        name: 'EgressError',
        reason: 'refused',
        message: `images.example.com may not be called: it has an address that is ${kind}, not public.`,
      });
    });
  }

  it('may be excepted one by one, by a function that gets all that is known of the target', async () => {
    const asked: Target[] = [];
    const allow: Allow = (target) => asked.push(target) > 0;
    const answer = await all(['8.8.8.8', '10.0.0.1', '::1'], allow);
    assert.equal(answer.length, 3);
    assert.deepEqual(asked, [
      { ...TARGET, address: '10.0.0.1' },
      { ...TARGET, address: '::1' },
    ]);
  });

  it('refuse the name when one is not excepted', async () => {
    const allow: Allow = ({ address }) => address === '10.0.0.1';
    await assert.rejects(all(['10.0.0.1', '10.0.0.2'], allow), { reason: 'refused' });
  });

  // Its address is unknown, so no exception can apply.
  for (const text of ['localhost', '127.1', '']) {
    it(`are never a text that is not an address, whatever is excepted: ${JSON.stringify(text)}`, async () => {
      await assert.rejects(
        all([text], () => true),
        { reason: 'refused' },
      );
    });
  }

  it('are unreachable when the answer is empty', async () => {
    const message = 'images.example.com has no address.';
    await assert.rejects(all([]), { name: 'EgressError', reason: 'unreachable', message });
  });

  it('are unreachable when nothing can be looked up', async () => {
    const cause = new Error('ENOTFOUND');
    const lookup = checkedLookup(TARGET, () => Promise.reject(cause), undefined);
    const error = await new Promise((resolve) => {
      lookup(TARGET.hostname, { all: true }, resolve);
    });
    assert.ok(error instanceof EgressError);
    assert.equal(error.reason, 'unreachable');
    assert.equal(error.message, 'images.example.com has no known address.');
    assert.equal(error.cause, cause);
  });

  it('give the socket an error also when an exception throws something else', async () => {
    const allow: Allow = () => {
      // What a host may do, though it should not.
      // oxlint-disable-next-line typescript/only-throw-error
      throw 'no';
    };
    await assert.rejects(all(['10.0.0.1'], allow), { message: 'lookup failed', cause: 'no' });
  });

  it('keep the error that an exception throws', async () => {
    const broken = new Error('broken');
    const allow: Allow = () => {
      throw broken;
    };
    await assert.rejects(all(['10.0.0.1'], allow), broken);
  });
});

describe('systemLookup', () => {
  it('asks the operating system for every address', async () => {
    const answers = await systemLookup('localhost');
    assert.ok(answers.length > 0);
    for (const address of answers) assert.equal(judgeAddress(address), 'loopback');
  });
});
