import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONFIGS, issuesOf, oneDestination as given, patch, updated } from '../admin-builders.ts';

/* What PATCH takes as config and as filter rules. Source: contract §5.1, §5.3, §5.4. */

describe('the config of a known kind', () => {
  for (const [what, type, config, path, says] of [
    [
      'an unknown member',
      'langfuse',
      { base_url: 'x' },
      'base_url',
      /is not a member for langfuse; .*baseUrl, headers$/,
    ],
    ['a property name', 'langfuse', { toString: 'x' }, 'toString', /is not a member for langfuse/],
    [
      'a number',
      'langfuse',
      { secretKey: 7 },
      'secretKey',
      /must be one line of text.*, got a number$/,
    ],
    ['an object', 'langfuse', { secretKey: { a: 1 } }, 'secretKey', /, got an object$/],
    ['empty text', 'langfuse', { secretKey: '' }, 'secretKey', /, got empty text$/],
    ['a line break', 'langfuse', { secretKey: 'a\r\nx-evil: 1' }, 'secretKey', /one line of text/],
    ['too long a text', 'langfuse', { publicKey: 'x'.repeat(4097) }, 'publicKey', /1 to 4096/],
    ['no URL', 'langfuse', { baseUrl: 'langfuse.example' }, 'baseUrl', /an http or https URL/],
    [
      'another scheme',
      'langfuse',
      { baseUrl: 'file:///etc/passwd' },
      'baseUrl',
      /an http or https URL/,
    ],
    [
      'a URL with a password',
      'webhook',
      { url: 'https://u:p@x.example' },
      'url',
      /without a user name/,
    ],
    ['another word', 'webhook', { method: 'GET' }, 'method', /must be one of POST, PUT$/],
    ['another region', 'newrelic', { region: 'mars' }, 'region', /must be one of us, eu$/],
    [
      'headers as a list',
      'webhook',
      { headers: [] },
      'headers',
      /must be an object of .*, got a list$/,
    ],
    ['headers as text', 'webhook', { headers: 'a: b' }, 'headers', /must be an object of/],
    ['a header that is a number', 'webhook', { headers: { a: 1 } }, 'headers.a', /, got a number$/],
    ['a header that is null', 'webhook', { headers: { a: null } }, 'headers.a', /, got null$/],
    [
      'a header with a line break',
      'webhook',
      { headers: { a: 'b\r\nc' } },
      'headers.a',
      /one line of Latin-1$/,
    ],
    ['a header with 模', 'webhook', { headers: { a: '模' } }, 'headers.a', /one line of Latin-1$/],
    ['a header twice', 'webhook', { headers: { a: 'b', A: 'c' } }, 'headers.A', /is a duplicate/],
    [
      'a header without a name',
      'webhook',
      { headers: { '': 'b' } },
      'headers',
      /has an invalid header name/,
    ],
    [
      'a header name with a blank',
      'webhook',
      { headers: { 'a b': 'c' } },
      'headers',
      /invalid header name/,
    ],
    [
      'too many headers',
      'webhook',
      { headers: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`h${i}`, 'v'])) },
      'headers',
      /at most 50/,
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { gateway, destination, stored } = given({ type, config: { ...CONFIGS[type] } });
      const issues = issuesOf(await patch(gateway, destination.id, { config }));
      assert.deepEqual(
        issues.map(({ path: at }) => at),
        [`config.${path}`],
      );
      const message = issues[0]?.message ?? '';
      assert.ok(message.startsWith(`config.${path} `), message);
      assert.match(message, says);
      assert.deepEqual(await stored(), destination);
    });
  }

  it('is refused after the merge when a required member is still missing', async () => {
    const { gateway, destination } = given({ config: { publicKey: 'pk-lf-secret-1' } });
    const body = { config: { baseUrl: 'https://langfuse.example' } };
    assert.deepEqual(issuesOf(await patch(gateway, destination.id, body)), [
      {
        path: 'config.secretKey',
        message: 'config.secretKey is required and must be one line of text, 1 to 4096 characters',
      },
    ]);
  });

  it('is completed by a patch', async () => {
    const { gateway, destination, stored } = given({ config: { publicKey: 'pk-lf-secret-1' } });
    await patch(gateway, destination.id, { config: { secretKey: 'sk' } });
    assert.deepEqual((await stored())?.config, { publicKey: 'pk-lf-secret-1', secretKey: 'sk' });
  });

  it('is not looked at when the patch leaves it alone', async () => {
    const { gateway, destination } = given({ config: {} });
    assert.equal((await patch(gateway, destination.id, { enabled: false })).status, 200);
  });

  it('keeps members that were stored before they were unknown', async () => {
    const config = { ...CONFIGS.langfuse, environment: 'production' };
    const { gateway, destination, stored } = given({ config });
    const baseUrl = 'https://eu.langfuse.example';
    const answer = await patch(gateway, destination.id, { config: { ...config, baseUrl } });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((await stored())?.config, { ...config, baseUrl });
  });

  it('takes headers as a whole, so that one can be removed', async () => {
    const config = {
      ...CONFIGS.webhook,
      headers: { a: 'value-of-header-a', b: 'value-of-header-b' },
    };
    const { gateway, destination, stored } = given({ type: 'webhook', config });
    const headers = { a: 'valu...er-a', c: '' };
    await patch(gateway, destination.id, { config: { headers } });
    const expected = { a: 'value-of-header-a', c: '' };
    assert.deepEqual((await stored())?.config['headers'], expected);
  });
});

describe('the config of an unknown kind', () => {
  it('takes any member of any type', async () => {
    const { gateway, destination, stored } = given({ type: 'homemade', config: { a: 1 } });
    const config = { b: [1, { c: null }], token: 'abcdefghijkl', toString: 'x' };
    const answer = await patch(gateway, destination.id, { config });
    assert.deepEqual(updated(answer).config, { a: 1, ...config, token: 'abcd...ijkl' });
    assert.deepEqual((await stored())?.config, { a: 1, ...config });
  });

  it('still takes only headers that are headers', async () => {
    const { gateway, destination } = given({ type: 'homemade', config: {} });
    const [issue] = issuesOf(await patch(gateway, destination.id, { config: { headers: 'a: b' } }));
    assert.equal(issue?.path, 'config.headers');
  });
});

describe('filter rules', () => {
  const rule = (field: unknown, operator: unknown, value?: unknown) => ({ field, operator, value });

  for (const [what, value, path, says] of [
    [
      'an unknown field',
      rule('colour', 'exists'),
      'field',
      /must be one of model, .*completion_tokens/,
    ],
    ['an unknown operator', rule('model', 'like', 'a'), 'operator', /must be one of equals, /],
    ['no value', rule('model', 'equals'), 'value', /is required for equals$/],
    ['a value for exists', rule('model', 'exists', 'a'), 'value', /must be left out for exists/],
    ['a value for not_exists', rule('model', 'not_exists', 1), 'value', /left out for not_exists/],
    ['text for gt', rule('total_cost', 'gt', '1'), 'value', /must be a number for gt, got "1"$/],
    [
      'true for lte',
      rule('total_cost', 'lte', true),
      'value',
      /must be a number for lte, got true$/,
    ],
    [
      'a number for contains',
      rule('model', 'contains', 5),
      'value',
      /must be text for contains, got 5$/,
    ],
    [
      'a list',
      rule('model', 'equals', ['a']),
      'value',
      /must be text or a number or true or false/,
    ],
    ['null', rule('model', 'equals', null), 'value', /, got null$/],
    ['no regular expression', rule('model', 'regex', '('), 'value', /must be a regular expression/],
    ['look-ahead', rule('model', 'regex', 'a(?=b)'), 'value', /must not use look-ahead/],
    ['a back reference', rule('model', 'regex', '(a)\\1'), 'value', /must not use back references/],
    [
      'a long expression',
      rule('model', 'regex', 'a'.repeat(501)),
      'value',
      /at most 500 characters/,
    ],
    [
      'a large expression',
      rule('model', 'regex', '((a{99}){99}){99}'),
      'value',
      /at most 1000 steps/,
    ],
    ['an empty expression', rule('model', 'regex', ''), 'value', /must not be empty/],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const { gateway, destination, stored } = given();
      const groups = [{ rules: [] }, { rules: [rule('model', 'exists'), value] }];
      const answer = await patch(gateway, destination.id, { filter_rules: { groups } });
      const [issue, ...others] = issuesOf(answer);
      assert.equal(issue?.path, `filter_rules.groups[1].rules[1].${path}`);
      assert.match(issue.message, says);
      assert.equal(others.length, 0);
      assert.deepEqual(await stored(), destination);
    });
  }

  it('are refused when there are too many', async () => {
    const { gateway, destination } = given();
    const rules = Array.from({ length: 201 }, () => rule('model', 'exists'));
    const answer = await patch(gateway, destination.id, { filter_rules: { groups: [{ rules }] } });
    assert.deepEqual(issuesOf(answer), [
      { path: 'filter_rules', message: 'filter_rules must hold at most 200 rules, got 201' },
    ]);
  });
});
