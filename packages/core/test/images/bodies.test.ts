import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearer } from '../builders.ts';
import { anImageGateway, aProvider, draw, jsonOf, MODEL, send } from './image-builders.ts';

function aReference(url: string) {
  return { type: 'image_url', image_url: { url } };
}

describe('bodies (contract §1, §4.8)', () => {
  const bad: readonly (readonly [string, unknown, string, RegExp])[] = [
    ['no model', { prompt: 'x' }, 'model', /model is required/],
    ['no prompt', { model: MODEL }, 'prompt', /prompt is required/],
    ['an empty prompt', { model: MODEL, prompt: '' }, 'prompt', /at least 1 character, got ""/],
    ['n of 0', { model: MODEL, prompt: 'x', n: 0 }, 'n', /whole number from 1 to 10, got 0/],
    ['n of 11', { model: MODEL, prompt: 'x', n: 11 }, 'n', /from 1 to 10, got 11/],
    ['n of 1.5', { model: MODEL, prompt: 'x', n: 1.5 }, 'n', /whole number/],
    ['n as text', { model: MODEL, prompt: 'x', n: '1' }, 'n', /whole number/],
    ['null for n', { model: MODEL, prompt: 'x', n: null }, 'n', /got null/],
    [
      'an unknown ratio',
      { model: MODEL, prompt: 'x', aspect_ratio: '5:7' },
      'aspect_ratio',
      /one of 1:1, 1:2, .* auto, got "5:7"/,
    ],
    [
      'compression of 101',
      { model: MODEL, prompt: 'x', output_compression: 101 },
      'output_compression',
      /from 0 to 100, got 101/,
    ],
    ['an unknown quality', { model: MODEL, prompt: 'x', quality: 'max' }, 'quality', /one of auto/],
    [
      'an unknown format',
      { model: MODEL, prompt: 'x', output_format: 'gif' },
      'output_format',
      /gif/,
    ],
    ['stream as text', { model: MODEL, prompt: 'x', stream: 'yes' }, 'stream', /true or false/],
    [
      '17 references',
      {
        model: MODEL,
        prompt: 'x',
        input_references: Array.from({ length: 17 }, () => ({
          type: 'image_url',
          image_url: { url: 'https://example.com/a.png' },
        })),
      },
      'input_references',
      /at most 16/,
    ],
    [
      'a reference of another shape',
      { model: MODEL, prompt: 'x', input_references: ['data:image/png;base64,AA=='] },
      'input_references[0]',
      /an object/,
    ],
    [
      'a transparent jpeg',
      { model: MODEL, prompt: 'x', background: 'transparent', output_format: 'jpeg' },
      'background',
      /needs output_format png or webp, got jpeg/,
    ],
    [
      'an unknown sort',
      { model: MODEL, prompt: 'x', provider: { sort: 'luck' } },
      'provider.sort',
      /price/,
    ],
    ['a list', [], 'body', /an object/],
    ['a number', 5, 'body', /an object/],
    ['no JSON', '{"model":', 'body', /valid JSON/],
    ['nothing', '', 'body', /a JSON body is required/],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'body', /UTF-8/],
    ['a member twice', `{"model":"${MODEL}","model":"b"}`, 'body', /"model" appears twice/],
    ['a member twice by escapes', '{"n":1,"\\u006e":2}', 'body', /"n" appears twice/],
    [
      '__proto__ in what is passed on',
      `{"model":"${MODEL}","prompt":"x","provider":{"options":{"one":{"__proto__":{"n":3}}}}}`,
      'provider.options.one.__proto__',
      /not allowed as the name of a member/,
    ],
    [
      'a member twice in what is passed on',
      `{"model":"${MODEL}","prompt":"x","provider":{"options":{"one":{"a":[{"b":1,"b":2}]}}}}`,
      'body',
      /"b" appears twice/,
    ],
    [
      'a reference that is not a URL',
      { model: MODEL, prompt: 'x', input_references: [aReference('https://exa mple.com/x.png')] },
      'input_references[0].image_url.url',
      /must be a data URL or an http\(s\) URL/,
    ],
    [
      'an object of 1,001 members',
      {
        model: MODEL,
        prompt: 'x',
        provider: { options: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, {}])) },
      },
      'body',
      /an object in the body may have at most 1000 members/,
    ],
    ['a NUL', { model: MODEL, prompt: 'a\0b' }, 'prompt', /NUL/],
    ['half a surrogate pair', '{"prompt":"\\ud83d"}', 'prompt', /surrogate/],
    ['a huge number', `{"model":"${MODEL}","prompt":"x","seed":1e400}`, 'seed', /2\^53-1/],
    ['too many values', `{"z":[${'0,'.repeat(100_001)}0]}`, 'body', /at most 100000 values/],
    [
      'a comma behind 8 MB of text',
      `{"prompt":"${'x'.repeat(8_000_000)}",}`,
      'body',
      /line 1, column 8000014/,
    ],
    [
      'a model of 257 characters',
      { model: 'm'.repeat(257), prompt: 'x' },
      'model',
      /1 to 256 characters/,
    ],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'body', /64 levels/],
  ];
  for (const [name, body, path, message] of bad) {
    it(`${name}: 400`, async () => {
      const { gateway, errors } = anImageGateway([aProvider('one')]);
      const response = await send(gateway, body);
      assert.equal(response.status, 400);
      const { error, user_id } = jsonOf(response);
      assert.equal(error?.code, 400);
      assert.equal(user_id, 'user_1');
      const issue = error?.metadata?.issues?.find((candidate) => candidate.path === path);
      assert.ok(issue, JSON.stringify(error));
      assert.match(issue.message, message);
      assert.equal(errors.length, 0);
    });
  }

  it('say everything that is wrong at once', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await send(gateway, { prompt: '', n: 99, quality: 5 });
    const paths = jsonOf(response).error?.metadata?.issues?.map(({ path }) => path);
    assert.deepEqual(paths, ['model', 'prompt', 'n', 'quality']);
  });

  const unread = [
    ['a list', '[1]'],
    ['a 64-bit id', '{"id":9007199254740993}'],
    ['a number past every double', '1e400'],
    ['a NUL', '"a\\u0000b"'],
    ['half a surrogate pair', '"\\ud800"'],
    ['a member twice', '{"a":1,"a":2}'],
    ['itself twice', '1,"trace":2'],
    ['__proto__', '{"__proto__":{"n":3}}'],
    ['many members', `{${Array.from({ length: 5000 }, (_, i) => `"m${i}":0`).join(',')}}`],
  ] as const;
  for (const [what, json] of unread) {
    it(`may hold ${what} in a member that is not read`, async () => {
      const provider = aProvider('one');
      const { gateway } = anImageGateway([provider]);
      const text = `{"model":"${MODEL}","trace":${json},"prompt":"x"}`;
      assert.equal((await send(gateway, text)).status, 200);
      assert.deepEqual([provider.jobs[0]?.prompt, provider.jobs[0]?.n], ['x', 1]);
    });
  }

  it('may hold __proto__ where it is not read, and drops it', async () => {
    const provider = aProvider('one');
    const { gateway } = anImageGateway([provider]);
    const text = `{"model":"${MODEL}","prompt":"x","__proto__":{"n":3},"__proto__":null}`;
    assert.equal((await send(gateway, text)).status, 200);
    assert.equal(provider.jobs[0]?.n, 1);
  });

  it('say the first 100 things that are wrong, and how many more there are', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const only = Array.from({ length: 1234 }, () => 0);
    const { error } = jsonOf(await draw(gateway, { provider: { only } }));
    assert.equal(error?.metadata?.issues?.length, 100);
    assert.equal(error?.metadata?.['more_issues'], 1134);
  });

  it('say nothing of what is in a list that is too long', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await draw(gateway, {
      input_references: Array.from({ length: 17 }, () => []),
    });
    const { issues } = jsonOf(response).error?.metadata ?? {};
    const message = 'input_references must be a list of at most 16, got 17';
    assert.deepEqual(issues, [{ path: 'input_references', message }]);
  });

  it('that a host parsed are checked the same way', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const post = (value: unknown) =>
      gateway.handle({
        method: 'POST',
        path: '/images',
        search: '',
        mount: '',
        headers: bearer(),
        body: { kind: 'parsed', value },
      });
    assert.equal((await post({ model: MODEL, prompt: 'x' }))?.status, 200);
    assert.equal((await post({ model: MODEL, prompt: 'a\0b' }))?.status, 400);
    const withProto = JSON.parse(`{"model":"${MODEL}","prompt":"x","__proto__":{"n":3}}`);
    assert.equal((await post(withProto))?.status, 200);
    const read = JSON.parse(
      `{"model":"${MODEL}","prompt":"x","provider":{"options":{"__proto__":1}}}`,
    );
    assert.equal((await post(read))?.status, 400);
    const deep = JSON.parse(`{"trace":${'['.repeat(64)}${']'.repeat(64)}}`);
    assert.equal((await post({ model: MODEL, prompt: 'x', ...deep }))?.status, 400);
    const many = Array.from({ length: 100_002 }, () => 0);
    assert.equal((await post({ model: MODEL, prompt: 'x', trace: many }))?.status, 400);
  });

  it('are limited to 32 MiB unless the gateway says otherwise', async () => {
    const limits: number[] = [];
    const { gateway } = anImageGateway([aProvider('one')]);
    await gateway.handle({
      method: 'POST',
      path: '/images',
      search: '',
      mount: '',
      headers: bearer(),
      body: {
        kind: 'bytes',
        read: async (limit) => {
          limits.push(limit);
          return new Uint8Array();
        },
      },
    });
    assert.deepEqual(limits, [32 * 1024 * 1024]);
  });
});
