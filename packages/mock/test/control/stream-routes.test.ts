import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAINT, started } from './controlled-gateway.ts';

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
