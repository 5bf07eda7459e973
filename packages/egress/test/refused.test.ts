import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isEgressError } from '@model-gateway/core';
import { createGuardedHttpClient, judgeUrl, type GuardedHttpClient } from '@model-gateway/egress';
import { startLoopback, type LoopbackServer } from './loopback-server.ts';
import { REFUSED_HOSTS, REFUSED_URLS } from './refused-hosts.ts';
import { SPELLINGS } from './spellings.ts';
import { get, loopbackClient, textOf } from './requests.ts';

describe('what is refused', () => {
  let canary: LoopbackServer;
  let client: GuardedHttpClient;
  before(async () => {
    canary = await startLoopback();
    // Every name leads to the canary, so whatever slips through is seen there.
    client = createGuardedHttpClient({ lookup: async () => ['127.0.0.1'] });
  });
  after(async () => {
    await client.close();
    await canary[Symbol.asyncDispose]();
  });

  async function assertRefused(url: string): Promise<void> {
    await assert.rejects(get(client, url), (error) => {
      assert.ok(isEgressError(error), String(error));
      assert.match(error.reason, /^(refused|invalid)$/, error.message);
      return true;
    });
    assert.equal(canary.connections, 0, `${url} reached the canary`);
  }

  for (const [what, hosts] of Object.entries(REFUSED_HOSTS)) {
    it(`refuses ${what} in ${hosts.length} spellings`, async () => {
      for (const host of hosts) await assertRefused(`http://${host}:${canary.port}/`);
    });
  }

  it(`refuses ${REFUSED_URLS.length} URLs made to mislead`, async () => {
    for (const url of REFUSED_URLS) {
      await assertRefused(url.replaceAll('PORT', String(canary.port)));
    }
  });

  it('refuses each kind of address in each notation, at least 300 spellings in all', async () => {
    assert.ok(SPELLINGS.length >= 300, `only ${SPELLINGS.length}`);
    for (const host of SPELLINGS) await assertRefused(`http://${host}:${canary.port}/`);
  });

  it('would be seen by the canary if it got through', async () => {
    await using open = loopbackClient();
    assert.equal(await textOf(await get(open, canary.url)), 'hello');
    assert.equal(canary.connections, 1);
  });

  it('asks for an exception each time, also for a URL that had one', async () => {
    let isAllowed = true;
    const allow = ({ address }: { address?: string }) => isAllowed && address === '127.0.0.1';
    await using open = createGuardedHttpClient({ allow });
    assert.equal(await textOf(await get(open, canary.url)), 'hello');
    isAllowed = false;
    await assert.rejects(get(open, canary.url), { reason: 'refused' });
    isAllowed = true;
    assert.equal(await textOf(await get(open, canary.url)), 'hello');
  });
});

describe('judgeUrl', () => {
  it('lets an exception pass by protocol, host, port and address', () => {
    const asked: unknown[] = [];
    const allow = (target: unknown) => asked.push(target) > 0;
    assert.ok(judgeUrl('http://127.1:8080/x', { allow }).ok);
    assert.ok(judgeUrl('https://[::1]/', { allow }).ok);
    assert.ok(judgeUrl('http://upstream/', { allow }).ok);
    assert.deepEqual(asked, [
      { protocol: 'http:', hostname: '127.0.0.1', port: 8080, address: '127.0.0.1' },
      { protocol: 'https:', hostname: '::1', port: 443, address: '::1' },
      { protocol: 'http:', hostname: 'upstream', port: 80 },
    ]);
  });

  it('makes no exception for credentials, other protocols and ports', () => {
    const rules = { allow: () => true, allowedPorts: [443] };
    assert.equal(judgeUrl('https://user:x@example.com/', rules).ok, false);
    assert.equal(judgeUrl('ftp://example.com/', rules).ok, false);
    assert.deepEqual(judgeUrl('https://example.com:22/', rules), {
      ok: false,
      reason: 'refused',
      message: 'Port 22 may not be called; the ports that may are 443.',
    });
    assert.equal(judgeUrl('https://example.com/', rules).ok, true);
  });

  it('never repeats credentials, path or query', () => {
    const urls = [
      'https://alice:hunter2@example.com/path?token=hunter2',
      'http://127.0.0.1/hunter2?token=hunter2#hunter2',
      'ftp://alice:hunter2@example.com/hunter2',
      'http://[hunter2]/hunter2',
      'hunter2',
    ];
    for (const url of urls) assert.doesNotMatch(JSON.stringify(judgeUrl(url)), /hunter2|alice/);
  });

  it('says what is wrong', () => {
    const messages = ['http://127.1/', 'http://api.localhost/', 'http://redis/', 'ftp://x/'].map(
      (url) => {
        const verdict = judgeUrl(url);
        return verdict.ok ? '' : verdict.message;
      },
    );
    assert.deepEqual(messages, [
      '127.0.0.1 may not be called: the address is loopback, not public.',
      'api.localhost may not be called: it names this machine or its own network.',
      'redis may not be called: a name without a dot belongs to a private network.',
      'Only http and https URLs may be called, got ftp.',
    ]);
  });
});
