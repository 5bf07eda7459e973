import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ConfigError, loadConfig } from '@model-gateway/server';

describe('a configuration file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (text: string) => {
    const file = path.join(folder, 'gateway.yaml');
    await writeFile(file, text);
    return file;
  };
  const load = async (text: string, env: Record<string, string> = {}) =>
    (await loadConfig(await write(text), env)).config;
  const problemsOf = async (text: string, env: Record<string, string> = {}): Promise<string[]> => {
    const file = await write(text);
    try {
      await loadConfig(file, env);
    } catch (error) {
      assert.ok(error instanceof ConfigError, String(error));
      return error.message.split('\n').map((line) => line.replace(`${file}:`, '').trim());
    }
    throw new assert.AssertionError({ message: 'expected a ConfigError' });
  };

  it('may hold nothing: every member has a default', async () => {
    const config = await load('# nothing yet\n');
    assert.equal(config.store, 'sqlite:gateway.db');
    assert.deepEqual([config.server.port, config.server.basePath], [4000, '/v1']);
    assert.equal(config.admin?.port, 4001);
  });

  it('may be JSON', async () => {
    const config = await load('{"store": "sqlite::memory:", "admin": null}');
    assert.deepEqual([config.store, config.admin], ['sqlite::memory:', null]);
  });

  it('is refused when limits of new keys are invalid', async () => {
    assert.match(
      (await problemsOf('newKeys: { limitReset: daily }')).join(),
      /newKeys\.limitReset needs a limit to reset: newKeys\.limit: "20"/,
    );
    for (const text of [
      'limit: 20',
      'limit: "1e3"',
      'requestsPerMinute: 0',
      'limitReset: hourly',
    ]) {
      assert.match((await problemsOf(`newKeys: { ${text} }`)).join(), /newKeys\./, text);
    }
    const { newKeys } = await load('newKeys: { limit: "20" }', {
      MODEL_GATEWAY_NEW_KEYS__TOKENS_PER_MINUTE: '5',
    });
    assert.deepEqual([newKeys.limit, newKeys.tokensPerMinute], ['20', 5]);
  });

  it('gets secrets from variables and files', async () => {
    await writeFile(path.join(folder, 'key'), 'sk-of-a-file\n');
    const config = await load(
      'providers:\n  - { kind: openai, apiKey: { env: OPENAI_API_KEY } }\n' +
        '  - { kind: openai, slug: second, apiKey: { file: key } }\n',
      { OPENAI_API_KEY: 'sk-of-the-environment' },
    );
    assert.deepEqual(
      config.providers.map(({ slug, apiKey }) => [slug, apiKey]),
      [
        ['openai', 'sk-of-the-environment'],
        ['second', 'sk-of-a-file'],
      ],
    );
    assert.deepEqual(config.warnings, []);
  });

  it('warns about a secret that is written into it, without repeating it', async () => {
    const { warnings } = await load('providers: [{ kind: openai, apiKey: sk-canary }]');
    assert.match(warnings.join(), /^providers\[0\]\.apiKey is written into .*\{ env: NAME \}/);
    assert.doesNotMatch(warnings.join(), /canary/);
  });

  it('names every mistake at once, with line, what is allowed and the nearest name', async () => {
    const text = [
      'stroe: sqlite:a.db',
      'server:',
      '  port: 70000',
      '  dialect: openruoter',
      'limits: { requests: 0 }',
      'providers:',
      '  - { kind: openai, apiKey: { env: NOT_SET } }',
    ].join('\n');
    assert.deepEqual(await problemsOf(text), [
      '1:1: stroe is unknown; did you mean "store"?',
      '3:3: server.port must be a whole number from 0 to 65535, got 70000',
      '4:3: server.dialect must be one of gateway, openrouter, got "openruoter"; did you mean "openrouter"?',
      '5:11: limits.requests must be a whole number from 1 to 1000000, got 0',
      '7:21: providers[0].apiKey: the environment variable NOT_SET is not set',
    ]);
  });

  it('names what is wrong with each provider and its models besides, in the order of the file', async () => {
    const text = [
      'providers:',
      '  - { kind: opanai, apiKey: { env: NOT_SET } }',
      '  - kind: openai',
      '    apiKey: sk-1',
      '    models: [openai/gpt-image-1-mini, openai/gpt-imag, openai/gpt-image-one]',
      '  - { kind: openai, slug: second, apikey: sk-2 }',
      '  - kind: openai',
      '    slug: third',
      '    apiKey: sk-3',
      '    models:',
      '      mine/painter: { like: openai/gpt-imag-1 }',
      '      openai/gpt-image-1-mini: {}',
      '  - { kind: openai-compatible, slug: fourth, apiKey: sk-4 }',
      '  - { kind: openai-compatible, profile: ollama, models: { a/b: { context: 9 } } }',
      'secrets: { keys: { file: nowhere } }',
      'serevr: {}',
    ].join('\n');
    const problems = await problemsOf(text);
    const expected = [
      /^2:7: providers\[0\]\.kind: "opanai" is not a kind of provider; did you mean "openai"\?$/,
      /^2:21: providers\[0\]\.apiKey: the environment variable NOT_SET is not set$/,
      /^5:39: providers\[1\]\.models\[1\]: models\["openai\/gpt-imag"\]/,
      /^5:56: providers\[1\]\.models\[2\]: models\["openai\/gpt-image-one"\]/,
      /^6:35: providers\[2\]\.apikey is unknown; did you mean "apiKey"\?$/,
      /^11:7: providers\[3\]\.models\.mine\/painter: models\["mine\/painter"\]\.like must be a known model/,
      /^13:5: providers\[4\]\.baseUrl: is required for kind openai-compatible$/,
      /^13:5: providers\[4\]\.models: must name the models of kind openai-compatible/,
      /^14:5: providers\[5\]\.apiKey: is required .*, or any text for a server that takes none$/,
      /^15:12: secrets\.keys: the file nowhere cannot be read \(ENOENT\)$/,
      /^16:1: serevr is unknown; did you mean "server"\?$/,
    ];
    for (const [index, pattern] of expected.entries()) assert.match(problems[index] ?? '', pattern);
    assert.equal(problems.length, expected.length, problems.join('\n'));
  });

  it('names no mistake that follows from another', async () => {
    const [problem = '', ...others] = await problemsOf('limits: { store: redis, redis: 5 }');
    assert.match(problem, /^1:25: limits\.redis must be .*, got 5$/);
    assert.deepEqual(others, []);
  });

  it('repeats a text in quotes where a number is needed', async () => {
    assert.deepEqual(await problemsOf('limits: { requests: "60" }'), [
      '1:11: limits.requests must be a whole number from 1 to 1000000, got "60"',
    ]);
  });

  it('names a variable that is not set, where it is named', async () => {
    const text = 'providers:\n  - kind: openai\n    apiKey: { env: NOT_SET }\n';
    assert.deepEqual(await problemsOf(text), [
      '3:5: providers[0].apiKey: the environment variable NOT_SET is not set',
    ]);
  });

  it('names the file of a secret that cannot be read', async () => {
    const [problem] = await problemsOf('secrets: { keys: { file: nowhere } }');
    assert.equal(problem, '1:12: secrets.keys: the file nowhere cannot be read (ENOENT)');
  });

  it('refuses two providers of one slug', async () => {
    const text = 'providers:\n  - { kind: openai, apiKey: a }\n  - { kind: openai, apiKey: b }\n';
    const [problem] = await problemsOf(text);
    assert.match(
      problem ?? '',
      /^3:5: providers\[1\]: the slug "openai" is that of providers\[0\]/,
    );
  });

  it('never repeats the value of a secret', async () => {
    const text =
      'secrets: { keys: sk-canary }\nproviders: [{ kind: openai, apiKey: { evn: sk-canary } }]';
    assert.doesNotMatch((await problemsOf(text)).join(), /canary/);
  });

  const broken = [
    ['an empty file', ' \n', /^is empty; write \{\} for defaults alone$/],
    ['a tab', 'server:\n\tport: 1', /^2:1: not valid YAML or JSON/],
    [
      'a member that is there twice',
      'store: a\nstore: b',
      /^2:1: store is there a second time; write what both hold in one place$/,
    ],
    ['a name that is no text', '? [a]\n: 1', /^1:3: the name of a member must be a text$/],
    ['a merge of old YAML', '%YAML 1.1\n---\n<<: { store: a }', /^3:1: << is unknown/],
    [
      'more aliases than anybody writes',
      `a: &a x\nb: [${'*a,'.repeat(101)}]`,
      /^a configuration has at most 100 aliases, this has 101$/,
    ],
    [
      'a name that commands terminals',
      '{ "\\u009b31m\\nx": 1 }',
      /^1:3: \\u009b31m\\nx is unknown/,
    ],
    [
      'a host name with a port',
      'admin: { allowHosts: ["gateway:4001"] }',
      /admin\.allowHosts\[0\]: expected a host name such as gateway\.internal, without a port/,
    ],
    ['a list', '- a', /the configuration must be an object/],
    ['10 MB', `#${'x'.repeat(10_000_000)}`, /^a configuration has at most 1 MiB, this has more$/],
    [
      'an alias that grows without end',
      `a: &a [x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}`,
      /not a usable configuration/,
    ],
  ] as const;
  for (const [what, text, expected] of broken) {
    it(`says in one line what is wrong with ${what}`, async () => {
      const [first = '', ...others] = await problemsOf(text);
      assert.match(first, expected);
      assert.deepEqual(others, []);
    });
  }

  it('shows twenty of a thousand unknown members, and counts the others', async () => {
    const text = Array.from({ length: 1000 }, (_, i) => `unknown${i}: 1`).join('\n');
    const problems = await problemsOf(text);
    assert.equal(problems.length, 21);
    assert.equal(problems.at(-1), '980 more problems');
  });

  it('says how to make a file that does not exist', async () => {
    await assert.rejects(
      loadConfig(path.join(folder, 'nothing.yaml'), {}),
      /nothing\.yaml: no such file; "model-gateway init" writes one$/,
    );
  });
});
