import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  endsLikeSecret,
  isPasswordName,
  isSecretName,
  isSecretParameter,
  replaceSecrets,
} from '@model-gateway/core/kit';

describe('a name', () => {
  for (const name of [
    'apiKey',
    'api_key',
    'X-Api-Key',
    'APIKEY',
    'licenseKey',
    'accessKeyId',
    'publicKey',
    'token',
    'access_token',
    'idToken',
    'sessionid',
    'session',
    'jwt',
    'dsn',
    'sig',
    'client_secret',
    'clientsecret',
    'password',
    'passwd',
    'pwd',
    'credentials',
    'authorization',
    'Proxy-Authorization',
    'cookie',
    'Set-Cookie',
    'X-Amz-Signature',
  ]) {
    it(`${name} marks its value as a secret`, () => assert.ok(isSecretName(name)));
  }

  for (const name of [
    'key',
    'code',
    'image_token',
    'max_tokens',
    'prompt_tokens',
    'eos_token',
    'primary_key',
    'monkey',
    'author',
    'keyboard',
    'tokenizer',
    'secretary',
    '',
  ]) {
    it(`${name} does not mark its value as a secret`, () => assert.ok(!isSecretName(name)));
  }

  it('that is a bare key or code marks a secret in a query or a form', () => {
    const names = ['key', 'code', 'q', 'apiKey'];
    assert.deepEqual(names.filter(isSecretParameter), ['key', 'code', 'apiKey']);
  });

  it('of an unknown config member is judged by its last letters alone', () => {
    const names = ['monkey', 'myTOKEN', 'dsn', 'password', 'cookie', 'keys'];
    assert.deepEqual(names.filter(endsLikeSecret), ['monkey', 'myTOKEN', 'dsn', 'password']);
  });

  it('of a password covers values of any type', () => {
    const names = ['password', 'db_pin', 'clientSecret', 'max_token'];
    assert.deepEqual(names.filter(isPasswordName), ['password', 'db_pin', 'clientSecret']);
  });
});

describe('replaceSecrets', () => {
  const replaced = (text: string) => replaceSecrets(text, (secret) => `<${secret.length}>`);

  for (const [text, expected] of [
    ['ask with Bearer 0123abc456 or basic0', 'ask with Bearer <10> or basic0'],
    ['https://ada:pass@db.example/x', 'https://<8>@db.example/x'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', '<40>'],
    ['xoxb-123456789012-abcdef and AKIAIOSFODNN7EXAMPLE', '<24> and <20>'],
    ['a?api_key=hunter2&max_token=5', 'a?api_key=<7>&max_token=5'],
    ['got {"secretKey": "hunter2", "n', 'got {"secretKey": "<7>", "n'],
    [
      'Content-Disposition: form-data; name="api_key"\r\nx: y\r\n\r\nhunter2\r\n--b',
      'Content-Disposition: form-data; name="api_key"\r\nx: y\r\n\r\n<7>\r\n--b',
    ],
    ['a red panda in the snow, task-force-2026', 'a red panda in the snow, task-force-2026'],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(replaced(text), expected));
  }

  it('takes time in proportion to a text', () => {
    for (const unit of [
      'a',
      'sk-',
      '://',
      'name="a"\n',
      'bearer ',
      'eyJ',
      '"a":"',
      '-----BEGIN ',
    ]) {
      const text = unit.repeat(300_000 / unit.length);
      assert.ok(replaceSecrets(text, () => '').length <= text.length);
    }
  });
});
