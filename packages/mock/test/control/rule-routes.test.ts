import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAINT, started } from './controlled-gateway.ts';

describe('rules over HTTP', () => {
  it('are added in front, listed with their remaining times, and removed', async () => {
    const { call, there, draw } = await started({ models: [PAINT] });
    const added = await call(`POST ${there}/rules`, {
      rules: [
        { on: 'createImage', fail: { status: 529, times: 2 } },
        { id: 'always', on: '*', fail_always: 503 },
      ],
    });
    const failing = {
      id: 'createImage.fail-529',
      on: 'createImage',
      where: [],
      answer: { action: 'fail', status: 529, delay_ms: 0, kind: null },
      hits: 0,
      remaining: 2,
      added: true,
    };
    assert.deepEqual(added.value.data, [
      failing,
      {
        id: 'always',
        on: '*',
        where: [],
        answer: { action: 'fail_always', status: 503, delay_ms: 0, kind: null },
        hits: 0,
        remaining: null,
        added: true,
      },
    ]);
    assert.equal((await draw()).status, 529);
    const { value } = await call(`GET ${there}/rules`);
    assert.deepEqual(value.data[0], { ...failing, hits: 1, remaining: 1 });
    assert.equal((await call(`DELETE ${there}/rules/createImage.fail-529`)).status, 204);
    assert.equal((await draw()).status, 503);
    assert.equal((await call(`DELETE ${there}/rules`)).status, 204);
    assert.equal((await draw()).status, 200);
    const missing = await call(`DELETE ${there}/rules/always`);
    assert.match(missing.value.error.message, /there is no rule "always"; no rules exist/);
  });

  it('may be one rule alone', async () => {
    const { call, there } = await started();
    const { status, value } = await call(`POST ${there}/rules`, {
      on: 'createImage',
      fail: { status: 529, times: 2 },
    });
    assert.equal(status, 201);
    assert.equal(value.data[0].id, 'createImage.fail-529');
  });

  for (const [body, message] of [
    [{}, /on is missing/],
    [{ on: 'createImage' }, /a rule must have one of fail, /],
    [{ rules: 'createImage' }, /rules must be a list of rules and nothing else, got text/],
    [{ rules: [], on: '*' }, /rules must be a list of rules and nothing else, got "on" beside it/],
  ] as const) {
    it(`are refused: ${JSON.stringify(body)}`, async () => {
      const { call, there } = await started();
      const { status, value } = await call(`POST ${there}/rules`, body);
      assert.equal(status, 400);
      assert.match(value.error.message, message);
    });
  }

  for (const [rule, answer] of [
    [{ fail: { status: 503, after_ms: 250 } }, { action: 'fail', status: 503, delay_ms: 250 }],
    [{ delay: { duration: '2s' } }, { action: 'delay', delay_ms: 2000 }],
    [{ reply: { json: {} } }, { action: 'reply', status: 200 }],
    [{ reply: { status: 201, text: 'made' } }, { action: 'reply', status: 201 }],
    [{ fault: 'empty-200' }, { action: 'fault', kind: 'empty-200' }],
    [{ end: 'abort' }, { action: 'end', kind: 'abort' }],
  ] as const) {
    it(`say what they answer: ${JSON.stringify(rule)}`, async () => {
      const { call, there } = await started();
      const { value } = await call(`POST ${there}/rules`, {
        rules: [{ on: 'createImage', ...rule }],
      });
      const nothing = { status: null, delay_ms: 0, kind: null };
      assert.deepEqual(value.data[0].answer, { ...nothing, ...answer });
    });
  }

  it('say which requests they are for, in the form of patterns and without secrets', async () => {
    const { call, gateway } = await started();
    const own = gateway.tenant({ id: 'own' });
    own
      .on('createImage')
      .where({ body: { prompt: /^red/i, seed: undefined, n: (n: number) => n > 2 } })
      .where({ headers: { authorization: 'Bearer sk-of-mine-1234567890', 'x-team': 'pandas' } })
      .reply(() => ({ json: {} }));
    const { value } = await call('GET /tenants/own/rules');
    const [rule] = value.data;
    assert.equal(rule.on, 'createImage');
    assert.deepEqual(rule.where, [
      {
        body: {
          prompt: { matches: '^red', flags: 'i' },
          seed: { absent: true },
          n: { predicate: true },
        },
      },
      { headers: { authorization: 'Bearer sk-o…7890', 'x-team': 'pandas' } },
    ]);
    assert.equal(rule.answer.status, null);
  });

  it('that decide by themselves say so', async () => {
    const { call, gateway } = await started();
    gateway.use({
      id: 'own',
      times: 1,
      matches: () => true,
      answer: (_context, next) => next(),
    });
    const { value } = await call('GET /tenants/main/rules');
    const { on, where, answer } = value.data[0];
    assert.deepEqual([on, where, answer], [null, [], null]);
  });

  it('are added all or not at all', async () => {
    const { call, there } = await started();
    const rules = [{ on: 'createImage', fail: 500 }, { on: 'createImage' }];
    const { status, value } = await call(`POST ${there}/rules`, { rules });
    assert.deepEqual([status, value.error.metadata.diagnostic], [400, 'GW1210']);
    assert.deepEqual((await call(`GET ${there}/rules`)).value.data, []);
  });
});
