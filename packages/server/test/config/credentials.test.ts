import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settleConfig } from '../../src/loading/settle-config.ts';

/* Keys of AWS in the configuration. */

const env = { ID: 'AKIAFAKE', SECRET: 'canary-secret', SESSION: 'a-session' };
const settle = (provider: object) =>
  settleConfig({ providers: [provider] }, { env, folder: '.' }, { source: 'the file' });
const pair = { accessKeyId: { env: 'ID' }, secretAccessKey: { env: 'SECRET' } };

describe('credentials of a provider', () => {
  for (const [credentials, text] of [
    [pair, 'AKIAFAKE:canary-secret'],
    [{ ...pair, sessionToken: { env: 'SESSION' } }, 'AKIAFAKE:canary-secret:a-session'],
    ['chain', 'chain'],
  ] as const) {
    it(`are read: ${JSON.stringify(credentials)}`, async () => {
      const { providers, warnings, secretVariables } = await settle({
        kind: 'bedrock',
        credentials,
      });
      assert.equal(providers[0]?.credentials, text);
      assert.deepEqual(warnings, []);
      const expected = credentials === 'chain' ? [] : Object.values(credentials);
      assert.deepEqual(secretVariables.toSorted(), expected.map((source) => source.env).toSorted());
    });
  }

  it('that are written into the file are warned about, each by its name', async () => {
    const credentials = { accessKeyId: 'AKIAFAKE', secretAccessKey: { env: 'SECRET' } };
    const { warnings } = await settle({ kind: 'bedrock', credentials });
    assert.equal(warnings.length, 1);
    assert.match(String(warnings[0]), /^providers\[0\]\.credentials\.accessKeyId is written into/);
  });

  for (const [what, provider, message] of [
    [
      'of a kind that takes none',
      { kind: 'openai', apiKey: { env: 'ID' }, credentials: pair },
      /providers\[0\]\.credentials: is not a member of kind openai/,
    ],
    [
      'beside a key',
      { kind: 'bedrock', apiKey: { env: 'ID' }, credentials: pair },
      /providers\[0\]\.credentials: stands in for apiKey: give one of them/,
    ],
    [
      'without a secret',
      { kind: 'bedrock', credentials: { accessKeyId: { env: 'ID' } } },
      /providers\[0\]\.credentials/,
    ],
    [
      'from a variable that is not set',
      { kind: 'bedrock', credentials: { ...pair, sessionToken: { env: 'NONE' } } },
      /providers\[0\]\.credentials\.sessionToken: the environment variable NONE is not set/,
    ],
    [
      'that are absent, like the key',
      { kind: 'bedrock' },
      /apiKey: is required for kind bedrock, .* or credentials of AWS/,
    ],
  ] as const) {
    it(`are refused ${what}`, async () => {
      await assert.rejects(settle(provider), (error: Error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /canary/);
        return true;
      });
    });
  }
});
