import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, ruleFromJson, startMockGateway } from '@model-gateway/mock';
import { toSnakeCase } from '../../src/rename-keys.ts';
import { ACTION_WORDS } from '../../src/rules/actions/index.ts';
import { CHAT_WORDS } from '../../src/rules/chat/chat-rule.ts';
import { clientOf, PANDA } from './client.ts';

describe('a rule in JSON', () => {
  it('means the same as in code', async () => {
    const t = createMockGateway();
    const send = clientOf(t);
    t.use(
      ruleFromJson({
        id: 'pandas',
        on: 'createImage',
        where: { body: { prompt: { contains: 'panda' }, seed: { absent: true } } },
        fail: { status: 529, times: 2, message: 'busy', retry_after: 3 },
      }),
    );
    assert.equal((await send('POST', '/images', { body: { ...PANDA, seed: 1 } })).status, 200);
    const response = await send('POST', '/images', { body: PANDA });
    assert.equal(response.status, 529);
    assert.equal(response.headers.get('x-mock-rule'), 'pandas');
    assert.equal(response.headers.get('retry-after'), '3');
    assert.equal((await response.json()).error.message, 'busy');
  });

  const actions: readonly (readonly [object, number, number, string])[] = [
    [{ fail: 503 }, 503, 1, 'listModels.fail-503'],
    [{ fail_always: 500 }, 500, Infinity, 'listModels.fail-always-500'],
    [{ fail_always: { status: 502 } }, 502, Infinity, 'listModels.fail-always-502'],
    [{ delay: { duration: '1ms', times: 2 } }, 200, 2, 'listModels.delay-1ms'],
    [{ delay: { duration: 1, times: 'always' } }, 200, Infinity, 'listModels.delay-1'],
    [{ reply: { status: 201, json: { data: [] } } }, 201, 1, 'listModels.reply'],
    [{ reply: { text: 'hello', times: 3 } }, 200, 3, 'listModels.reply'],
    [{ fault: 'html-502' }, 502, 1, 'listModels.fault-html-502'],
    [{ fault: { fault: 'empty-200', times: 2 } }, 200, 2, 'listModels.fault-empty-200'],
  ];
  for (const [action, status, times, id] of actions) {
    it(`may be ${JSON.stringify(action)}`, async () => {
      const t = createMockGateway();
      const [handle] = t.use(ruleFromJson({ on: 'listModels', ...action }));
      assert.equal(handle?.remaining, times);
      assert.equal(handle?.id, id);
      assert.equal((await clientOf(t)('GET', '/models')).status, status);
    });
  }

  it('may end a stream', async () => {
    for (const end of ['clean-eof', { ending: 'clean-eof', after_events: 1, times: 'always' }]) {
      const t = createMockGateway();
      t.use(ruleFromJson({ on: 'createImage', end }));
      const body = { ...PANDA, stream: true };
      const text = await (await clientOf(t)('POST', '/images', { body })).text();
      assert.ok(text.startsWith('data: ') && !text.includes('[DONE]'));
    }
  });

  it('may ask for a regular expression, in the body and in the query', async () => {
    const t = createMockGateway();
    const where = { query: { q: { matches: '^PANDA', flags: 'i' } } };
    t.use(ruleFromJson({ on: '*', where, fail: { status: 529, times: 2 } }));
    const send = clientOf(t);
    assert.equal((await send('GET', '/models?q=red')).status, 200);
    assert.equal((await send('GET', '/models?q=panda')).status, 529);
  });

  it('searches in linear time, whatever the expression', async () => {
    const t = createMockGateway();
    const where = { body: { prompt: { matches: '(a+)+$' } } };
    t.use(ruleFromJson({ on: 'createImage', where, fail: 529 }));
    const body = { ...PANDA, prompt: `${'a'.repeat(1000)}!` };
    assert.equal((await clientOf(t)('POST', '/images', { body })).status, 200);
  });

  it('may be a fault that needs a socket, on a port', async () => {
    const rule = ruleFromJson({ on: 'listModels', fault: 'garbage' });
    assert.throws(() => createMockGateway().use(rule), /needs a socket.*\[GW1203\]/);
    await using gateway = await startMockGateway();
    gateway.use(rule);
    await assert.rejects(fetch(`${gateway.baseURL}/models`), TypeError);
  });

  const refused: readonly (readonly [unknown, RegExp])[] = [
    [3, /in a rule, it must be an object with id, on, where, fail, .*, got 3 \[GW1210\]$/],
    [{}, /in a rule, on is missing \[GW1210\]$/],
    [
      { on: 'create images', fail: 529 },
      /on must be one of \*, listModels, .*; did you mean "createImage"\?, got "create images"/,
    ],
    [{ on: '*', fial: 529 }, /fial is unknown; expected id, on, .*; did you mean "fail"\?/],
    [{ on: '*', fail: {} }, /fail\.status is missing/],
    [
      { on: '*', fail: { status: 'x' } },
      /fail\.status must be a status, or the name of an error, got "x"/,
    ],
    [
      { on: '*', fail: { status: 529, tmes: 2 } },
      /fail\.tmes is unknown; expected status, .*did you mean "times"\?/,
    ],
    [{ on: '*', fail: 42 }, /400 to 599, got 42.*\[GW1206\]$/],
    [{ on: '*', fail: { status: 529, times: 0 } }, /times must be .*got 0 \[GW1205\]$/],
    [{ on: '*', fault: 'hangs' }, /fault must be one of .*; did you mean "hang"\?, got "hangs"/],
    [{ on: '*', fault: { fault: 3 } }, /fault\.fault must be one of .*, got 3/],
    [{ on: '*', where: { bdy: {} }, fail: 529 }, /where\.bdy is unknown; .*did you mean "body"\?/],
    [
      { on: '*', where: { query: { q: { matches: '(' } } }, fail: 529 },
      /matches must be a regular expression, got \{"matches":"\("\}; .* with the flag u .* \[GW1210\]$/,
    ],
    [
      { on: '*', where: { query: { q: { matches: 'a(?=b)' } } }, fail: 529 },
      /matches must not use look-ahead or look-behind, got \{.*\}; .* linear time \[GW1210\]$/,
    ],
    [
      { on: '*', where: { query: { q: { matches: 'a', flags: 'y' } } }, fail: 529 },
      /flags must be any of d, g, i, m, s and u, each at most once, got "y" \[GW1210\]$/,
    ],
    [
      { on: '*', where: { query: { q: { matches: 'a', flags: 'ii' } } }, fail: 529 },
      /flags must be any of d, g, i, m, s and u, each at most once, got "ii" \[GW1210\]$/,
    ],
    [
      { on: '*', where: { query: { q: { matches: 3 } } }, fail: 529 },
      /matches must be text, got \{"matches":3\} \[GW1210\]$/,
    ],
    [{ on: '*', delay: { duration: 'soon' } }, /a duration must be .*got "soon" \[GW1501\]$/],
    [
      { on: '*', reply: { json: 1, text: 'x' } },
      /one of json, text, events, got json and text \[GW1207\]$/,
    ],
    [
      { on: '*', end: 'stall' },
      /only createImage and .* answer with streams, got on\('\*'\) \[GW1204\]$/,
    ],
    [
      { on: '*' },
      new RegExp(
        String.raw`a rule must have one of ${[...ACTION_WORDS, ...CHAT_WORDS].map(toSnakeCase).join(', ')}, got none \[GW1210\]$`,
      ),
    ],
    [{ on: '*', fail: 529, fault: 'hang' }, /a rule must have one of .*, got fail and fault/],
  ];
  for (const [value, message] of refused) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      assert.throws(() => ruleFromJson(value), message);
    });
  }

  it('leaves it to the gateway whether it has the operation', () => {
    const rule = ruleFromJson({ on: 'createImages', fail: 529 });
    assert.throws(() => createMockGateway().use(rule), /did you mean "createImage"\? \[GW1204\]$/);
  });
});
