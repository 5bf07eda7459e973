import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { senderFor, type UnsignedRequest } from '../../src/http/upstream.ts';

describe('a request that is to be signed', () => {
  it('has the body that is sent, and no accessors of its own, which would outlive it', async () => {
    const signed: UnsignedRequest[] = [];
    const sent: unknown[] = [];
    const send = senderFor({
      baseUrl: 'https://api.example/v1',
      query: 'api-version=1',
      keyHosts: [],
      headers(request) {
        signed.push(request);
        return {};
      },
      async http({ method, url, body }) {
        sent.push({ method, url, body });
        return { status: 200, headers: {}, body: (async function* () {})() };
      },
    });
    const { signal } = new AbortController();
    await send({ path: '/words', json: { say: 'é' } }, signal);
    await send({ method: 'GET', path: '/words' }, signal);
    const seen = signed.map(({ method, url, body }) => ({ method, url, body }));
    assert.deepEqual(seen, sent);
    assert.deepEqual(seen, [
      {
        method: 'POST',
        url: 'https://api.example/v1/words?api-version=1',
        body: Buffer.from('{"say":"é"}'),
      },
      { method: 'GET', url: 'https://api.example/v1/words?api-version=1', body: undefined },
    ]);
    for (const request of signed) {
      const members = Object.values(Object.getOwnPropertyDescriptors(request));
      assert.ok(members.every(({ get }) => get === undefined));
    }
  });
});

describe('what opens a provider', () => {
  it('may be a promise of another library', async () => {
    const sent: unknown[] = [];
    // What `await` takes is taken, though the type asks for a promise of JavaScript's.
    const later = {
      // oxlint-disable-next-line unicorn/no-thenable -- the subject of the test
      then: (resolve: (headers: object) => void) => resolve({ authorization: 'Bearer k' }),
    } as Promise<Readonly<Record<string, string>>>;
    const send = senderFor({
      baseUrl: 'https://api.example/v1',
      query: undefined,
      keyHosts: [],
      headers: () => later,
      async http({ headers }) {
        sent.push(headers?.['authorization']);
        return { status: 200, headers: {}, body: (async function* () {})() };
      },
    });
    await send({ path: '/words', json: {} }, new AbortController().signal);
    assert.deepEqual(sent, ['Bearer k']);
  });
});
