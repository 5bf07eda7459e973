import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnderWay } from '../../src/http/under-way.ts';

const GONE = new Error('the client left');
const DISPOSED = new Error('the tenant is disposed');

function underWay() {
  const [tenant, client] = [new AbortController(), new AbortController()];
  return { tenant, client, requests: new UnderWay(tenant.signal) };
}

describe('UnderWay', () => {
  it('aborts with the reason of the client', () => {
    const { client, requests } = underWay();
    const { signal } = requests.follow(client.signal);
    assert.equal(signal.aborted, false);
    client.abort(GONE);
    assert.equal(signal.reason, GONE);
  });

  it('aborts every request with the reason of the tenant', () => {
    const { tenant, client, requests } = underWay();
    const signals = [requests.follow(client.signal), requests.follow(undefined)];
    tenant.abort(DISPOSED);
    assert.deepEqual(
      signals.map(({ signal }) => signal.reason),
      [DISPOSED, DISPOSED],
    );
  });

  it('aborts what begins after either is over', () => {
    const { tenant, client, requests } = underWay();
    client.abort(GONE);
    assert.equal(requests.follow(client.signal).signal.reason, GONE);
    tenant.abort(DISPOSED);
    assert.equal(requests.follow(undefined).signal.reason, DISPOSED);
  });

  it('aborts nothing that has ended', () => {
    const { tenant, client, requests } = underWay();
    const { signal, end } = requests.follow(client.signal);
    end();
    client.abort(GONE);
    tenant.abort(DISPOSED);
    assert.equal(signal.aborted, false);
  });
});
