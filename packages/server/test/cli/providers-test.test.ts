import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { KINDS } from '../../../repo-tools/test/smoke/server-kinds.ts';
import { command } from '../support/command.ts';

const CANARY = 'canary-of-a-key';

describe('providers test', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** The command for a provider over its fake, and with which methods that was called. */
  async function tested(t: TestContext, kind: string, apiKey?: string) {
    const { start, models } = KINDS[kind] ?? {};
    const fake = await start?.();
    t.after(() => fake?.[Symbol.asyncDispose]());
    const provider = fake && { baseUrl: fake.baseUrl, apiKey: apiKey ?? fake.apiKey };
    const config = {
      store: 'sqlite:none.db',
      providers: [
        { kind: 'demo', slug: 'other' },
        { kind, slug: 'it', ...provider, models },
      ],
      egress: { allowOrigins: fake ? [new URL(fake.baseUrl).origin] : [] },
    };
    await writeFile(path.join(folder, 'model-gateway.yaml'), JSON.stringify(config));
    return async (...words: readonly string[]) => {
      const outcome = await command(folder, ['providers', 'test', ...words]);
      assert.doesNotMatch(outcome.out + outcome.err, new RegExp(CANARY));
      return { ...outcome, asked: fake?.requests.map(({ request }) => request.method) };
    };
  }

  for (const kind of Object.keys(KINDS)) {
    it(`asks a model of ${kind} where it may cost something`, async (t) => {
      const run = await tested(t, kind);
      const { code, out, err } = await run('it', '--paid');
      assert.equal(code, 0, out + err);
      assert.match(out, /says +answers a POST \/\S+ to \S+, for [\d.]+ USD at its prices$/);
    });
  }

  it('asks no model by itself', async (t) => {
    const run = await tested(t, 'openai');
    const { out, asked } = await run('it');
    assert.match(out, /^result +ok\nsays +.* takes its key$/);
    assert.deepEqual(asked, ['GET']);
    const refused = await (await tested(t, 'openai', CANARY))('it', '--paid');
    assert.equal(refused.code, 1);
    assert.match(refused.out, /^result +problem\nsays +.* refuses its key: look at apiKey of/);
  });

  it('says what a model makes of a key that can be tried at a cost only', async (t) => {
    const run = await tested(t, 'fal', CANARY);
    assert.match((await run('it')).out, /can be reached$/);
    const { code, out, err } = await run('it', '--paid');
    assert.equal(code, 1);
    assert.match(out, /says +POST \/images to \S+ is a 502: credential/);
    assert.equal(err, 'it does not work');
  });

  it('names the providers that there are', async (t) => {
    const run = await tested(t, 'demo');
    const { code, err } = await run('openai');
    assert.equal(code, 1);
    assert.match(err, /no provider of model-gateway.yaml has the slug openai; those are other, it/);
  });
});
