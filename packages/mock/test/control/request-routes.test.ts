import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAINT, started } from './controlled-gateway.ts';

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

  /**
   * Verifies an expectation after two images were requested: the number of requests, or the
   * failure.
   */
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
    it(`pass the expectation ${JSON.stringify(expectation)}`, async () => {
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
    it(`fail the expectation ${JSON.stringify(expectation)}`, async () => {
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
