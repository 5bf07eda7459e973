import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadConfig } from '@model-gateway/server';

describe('variables that stand in for members', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  const load = async (env: Record<string, string>, text = '{}') => {
    const file = path.join(folder, 'gateway.yaml');
    await writeFile(file, text);
    return (await loadConfig(file, env)).config;
  };
  const problems = async (env: Record<string, string>, text = '{}') => {
    const file = path.join(folder, 'gateway.yaml');
    return load(env, text).then(
      () => assert.fail('expected it to be refused'),
      ({ message }: Error) => message.replaceAll(file, 'FILE'),
    );
  };

  it('are numbers, flags, texts, lists and null', async () => {
    const config = await load(
      {
        MODEL_GATEWAY_SERVER__PORT: '4010',
        MODEL_GATEWAY_SERVER__MAX_BODY_BYTES: '2048',
        MODEL_GATEWAY_SERVER__HOST: '0.0.0.0',
        MODEL_GATEWAY_SERVER__PUBLIC_BASE_URL: 'null',
        MODEL_GATEWAY_CREDITS__REQUIRED: 'false',
        MODEL_GATEWAY_EGRESS__ALLOW_ORIGINS: '["http://127.0.0.1:8080"]',
        MODEL_GATEWAY_LOG__LEVEL: 'debug',
      },
      'server: { port: 1, cors: true, publicBaseUrl: "https://gateway.example" }',
    );
    const { port, maxBodyBytes, host, publicBaseUrl, cors } = config.server;
    assert.deepEqual(
      [port, maxBodyBytes, host, publicBaseUrl, cors],
      [4010, 2048, '0.0.0.0', null, true],
    );
    assert.equal(config.credits.required, false);
    assert.deepEqual(config.egress.allowOrigins, ['http://127.0.0.1:8080']);
    assert.equal(config.log.level, 'debug');
  });

  it('make a section that is null', async () => {
    const config = await load({ MODEL_GATEWAY_LIMITS__REQUESTS: '5' }, 'limits: null');
    assert.deepEqual([config.limits?.requests, config.limits?.windowSeconds], [5, 60]);
  });

  it('hold secrets, which are read from them and warned about nowhere', async () => {
    const url = 'postgres://ada:canary@db.example/gateway';
    const { store, secretVariables, warnings } = await load({ MODEL_GATEWAY_STORE: url });
    assert.deepEqual([store, secretVariables, warnings], [url, ['MODEL_GATEWAY_STORE'], []]);
  });

  it('are refused where the member refuses them, by the name of the variable', async () => {
    assert.equal(
      await problems({ MODEL_GATEWAY_SERVER__PORT: 'http' }, 'server:\n  prot: 1\n'),
      'FILE:2:3: server.prot is unknown; did you mean "port"?\n' +
        'FILE: server.port must be a whole number from 0 to 65535, got "http" (from MODEL_GATEWAY_SERVER__PORT)',
    );
  });

  it('are refused when no member has their name, with the nearest one', async () => {
    assert.equal(
      await problems({ MODEL_GATEWAY_SERVER__PROT: '1', MODEL_GATEWAY_A__B: '2' }),
      'the environment: MODEL_GATEWAY_SERVER__PROT is not a member of the configuration; did you mean "MODEL_GATEWAY_SERVER__PORT"?\n' +
        'the environment: MODEL_GATEWAY_A__B is not a member of the configuration',
    );
  });

  it('are not those that only begin alike', async () => {
    await load({ MODEL_GATEWAY_SECRET_KEYS: 'k1:…', MODEL_GATEWAY_WORKER: '1' });
  });
});
