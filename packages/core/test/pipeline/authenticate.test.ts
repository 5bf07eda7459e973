import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { OPERATIONS, hashKey, type ApiKey, type KeyStore } from '@model-gateway/core';
import {
  KEY_TEXT,
  NOW,
  aClock,
  aGateway,
  aKey,
  aRequest,
  anEntry,
  bearer,
  envelopeOf,
  get,
  ids,
  toAnswer,
} from '../builders.ts';

/* Source: contract §2. */

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

async function statusWith(key: ApiKey): Promise<number> {
  return (await get(aGateway({ keys: [key] }), '/models')).status;
}

describe('an Authorization header', () => {
  const gateway = aGateway({
    keys: [aKey(), aKey({ text: 'x' }), aKey({ text: 'x'.repeat(8192) })],
  });

  for (const [what, header] of [
    ['the scheme as specified', `Bearer ${KEY_TEXT}`],
    ['the scheme in lower case', `bearer ${KEY_TEXT}`],
    ['the scheme in upper case', `BEARER ${KEY_TEXT}`],
    ['several blanks', `Bearer   ${KEY_TEXT}`],
    ['a key of one character', 'Bearer x'],
    ['a key of 8192 characters', `Bearer ${'x'.repeat(8192)}`],
  ] as const) {
    it(`is accepted with ${what}`, async () => {
      assert.equal((await get(gateway, '/models', { authorization: header })).status, 200);
    });
  }

  for (const [what, header] of [
    ['missing', undefined],
    ['empty', ''],
    ['doubled', `Bearer ${KEY_TEXT}, Bearer ${KEY_TEXT}`],
    ['doubled with a bare key', `Bearer ${KEY_TEXT}, ${KEY_TEXT}`],
    ['a scheme alone', 'Bearer'],
    ['a scheme and a blank', 'Bearer '],
    ['a key alone', KEY_TEXT],
    ['another scheme', `Basic ${KEY_TEXT}`],
    ['a scheme that only begins the same', `Bearers ${KEY_TEXT}`],
    ['without a blank', `Bearer:${KEY_TEXT}`],
    ['followed by a word', `Bearer ${KEY_TEXT} more`],
    ['preceded by a blank', ` Bearer ${KEY_TEXT}`],
    ['with a line break', `Bearer ${KEY_TEXT}\n`],
    ['with a null byte', `Bearer ${KEY_TEXT}\u0000`],
    ['a key beyond ASCII', 'Bearer schlüssel'],
    ['a key of 8193 characters', `Bearer ${'x'.repeat(8193)}`],
  ] as const) {
    it(`is refused as missing when it is ${what}`, async () => {
      const answer = await get(gateway, '/models', { authorization: header });
      assert.equal(answer.status, 401);
      assert.deepEqual(envelopeOf(answer), {
        error: { code: 401, message: 'Missing authentication header' },
      });
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
    });
  }
});

describe('a key', () => {
  const refused: Readonly<Record<string, readonly ApiKey[]>> = {
    unknown: [],
    revoked: [aKey({ state: 'revoked' })],
    disabled: [aKey({ state: 'disabled' })],
    expired: [aKey({ expiresAt: at(NOW - 1) })],
    'expiring now': [aKey({ expiresAt: at(NOW) })],
    'revoked and expired': [aKey({ state: 'revoked', expiresAt: at(0) })],
  };

  for (const [what, keys] of Object.entries(refused)) {
    it(`is refused with the one answer when it is ${what}`, async () => {
      const answer = await get(aGateway({ keys }), '/models', { 'x-request-id': 'same' });
      assert.equal(answer.status, 401);
      assert.deepEqual(envelopeOf(answer), { error: { code: 401, message: 'Invalid API key' } });
      assert.deepEqual(answer.headers, {
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(answer.text.length),
        'www-authenticate': 'Bearer',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'same',
        'x-should-retry': 'false',
      });
    });
  }

  it('creates each refusal anew, so that no client changes another response', async () => {
    const gateway = aGateway({ keys: [] });
    const refusal = () => gateway.handle(aRequest('/models', { headers: bearer() }));
    const first = await refusal();
    assert.ok(first?.body.kind === 'json');
    const { error } = first.body.value as { error: object };
    Object.assign(error, { message: 'changed' });
    assert.equal(envelopeOf(toAnswer(await refusal())).error.message, 'Invalid API key');
  });

  it('is accepted until the moment it expires', async () => {
    assert.equal(await statusWith(aKey({ expiresAt: at(NOW + 1) })), 200);
  });

  it('expires by the gateway’s clock', async () => {
    const clock = aClock(NOW);
    const gateway = aGateway({ clock, keys: [aKey({ expiresAt: at(NOW + 1000) })] });
    assert.equal((await get(gateway, '/models')).status, 200);
    clock.advance(1000);
    assert.equal((await get(gateway, '/models')).status, 401);
  });

  it('is refused when its expiry cannot be read', async () => {
    assert.equal(await statusWith({ ...aKey(), expiresAt: 'soon' }), 401);
  });

  it('counts by its case', async () => {
    assert.equal((await get(aGateway(), '/models', bearer(KEY_TEXT.toUpperCase()))).status, 401);
  });

  it('is looked up by the SHA-256 digest of its text, never by the text', async () => {
    const asked: string[] = [];
    const keys: KeyStore = {
      findByHash: async (hash) => {
        asked.push(hash);
        return aKey();
      },
    };
    await get(aGateway({ keys }), '/models');
    assert.deepEqual(asked, [createHash('sha256').update(KEY_TEXT).digest('hex')]);
  });

  it('is refused when the store answers null', async () => {
    const keys: KeyStore = { findByHash: async () => null };
    const answer = await get(aGateway({ keys }), '/models');
    assert.equal(answer.status, 401);
    assert.equal(envelopeOf(answer).error.message, 'Invalid API key');
  });

  it('is not looked for in a header of another name', async () => {
    const headers = { authorization: undefined, 'x-api-key': KEY_TEXT };
    const answer = await get(aGateway(), '/models', headers);
    assert.equal(envelopeOf(answer).error.message, 'Missing authentication header');
  });

  it('is refused when the store answers with another one', async () => {
    const keys: KeyStore = { findByHash: async () => aKey({ text: 'another-key' }) };
    assert.equal((await get(aGateway({ keys }), '/models')).status, 401);
  });

  const digest = aKey().hash;
  for (const [what, hash] of [
    ['is cut short', digest.slice(0, -1)],
    ['is empty', ''],
    ['goes on', `${digest}0`],
    ['differs in its first character', `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1)}`],
    ['differs in its last character', `${digest.slice(0, -1)}${digest.endsWith('0') ? '1' : '0'}`],
    ['is in upper case', digest.toUpperCase()],
  ] as const) {
    it(`is refused when the store answers with a digest that ${what}`, async () => {
      const keys: KeyStore = { findByHash: async () => ({ ...aKey(), hash }) };
      assert.equal((await get(aGateway({ keys }), '/models')).status, 401);
    });
  }

  it('is not repeated in any answer', async () => {
    for (const header of [`Bearer ${KEY_TEXT} more`, 'Bearer mg-v1-unknown-secret']) {
      const { text, headers } = await get(aGateway(), '/models', { authorization: header });
      assert.doesNotMatch(text + JSON.stringify(headers), /mg-v1/);
    }
  });
});

describe('hashKey', () => {
  for (const [text, digest] of [
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ] as const) {
    it(`is SHA-256 in lower-case hex: ${JSON.stringify(text)}`, () => {
      assert.equal(hashKey(text), digest);
    });
  }
});

describe('permissions', () => {
  const management = aKey({ kind: 'management', userId: 'user_boss' });
  const inference = aKey({ kind: 'inference', userId: 'user_dev' });
  const onlyManagement = { permissions: { listModels: 'management' } } as const;
  const onlyInference = { permissions: { listModels: 'inference' } } as const;

  for (const [what, options, key] of [
    ['any key reads models by default: inference', {}, inference],
    ['any key reads models by default: management', {}, management],
    ['a management key passes management', onlyManagement, management],
    ['an inference key passes inference', onlyInference, inference],
  ] as const) {
    it(what, async () => {
      assert.equal((await get(aGateway({ ...options, keys: [key] }), '/models')).status, 200);
    });
  }

  it('refuse an inference key where management is asked for', async () => {
    const answer = await get(aGateway({ ...onlyManagement, keys: [inference] }), '/models');
    assert.equal(answer.status, 403);
    assert.equal(
      envelopeOf(answer).error.message,
      'Only management keys can perform this operation',
    );
  });

  it('refuse a management key where inference is asked for', async () => {
    const answer = await get(aGateway({ ...onlyInference, keys: [management] }), '/models');
    assert.equal(answer.status, 403);
    assert.equal(envelopeOf(answer).error.message, 'Management keys cannot perform this operation');
  });

  it('name the caller in a 403, which comes after authentication', async () => {
    const answer = await get(aGateway({ ...onlyManagement, keys: [inference] }), '/models');
    assert.equal(envelopeOf(answer).user_id, 'user_dev');
  });

  it('do not ask for a key again: no www-authenticate on a 403', async () => {
    const answer = await get(aGateway({ ...onlyManagement, keys: [inference] }), '/models');
    assert.equal(answer.headers['www-authenticate'], undefined);
  });
});

describe('publicCatalog', () => {
  const open = aGateway({ publicCatalog: true, entries: [anEntry({ id: 'acme/one' })] });

  it('lets models be read without a key', async () => {
    assert.deepEqual(await ids(open, '', { authorization: undefined }), ['acme/one']);
  });

  it('still refuses an unknown key', async () => {
    const answer = await get(open, '/models', bearer('unknown'));
    assert.equal(envelopeOf(answer).error.message, 'Invalid API key');
  });

  it('still refuses a malformed header', async () => {
    const answer = await get(open, '/models', { authorization: 'Basic abc' });
    assert.equal(envelopeOf(answer).error.message, 'Missing authentication header');
  });

  it('is off by default', async () => {
    assert.equal((await get(aGateway(), '/models', { authorization: undefined })).status, 401);
  });
});

describe('every operation', () => {
  const concrete = (path: string) => path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000001');

  for (const { id, method, path } of OPERATIONS) {
    it(`is a 401 without a key: ${id}`, async () => {
      const none = { authorization: undefined };
      const answer = await get(aGateway(), concrete(path), none, { method });
      assert.equal(answer.status, 401);
      assert.equal(envelopeOf(answer).error.message, 'Missing authentication header');
    });

    it(`is a 401 with an unknown key: ${id}`, async () => {
      const answer = await get(aGateway(), concrete(path), bearer('unknown'), { method });
      assert.equal(answer.status, 401);
      assert.equal(envelopeOf(answer).error.message, 'Invalid API key');
    });

    const isOfCatalog = [
      'listModels',
      'countModels',
      'getModel',
      'retrieveModel',
      'listEndpoints',
      'listZdrEndpoints',
      'listProviders',
    ].includes(id);
    it(`${isOfCatalog ? 'needs no key' : 'needs a key'} in a public catalog: ${id}`, async () => {
      const open = aGateway({ publicCatalog: true });
      const answer = await get(open, concrete(path), { authorization: undefined }, { method });
      assert.equal(answer.status === 401, !isOfCatalog, answer.text);
    });
  }

  it('does not read a body before it knows its caller', async () => {
    const read = () => assert.fail('the body was read');
    for (const { method, path } of OPERATIONS) {
      const given = { method, body: { kind: 'bytes', read } } as const;
      assert.equal((await get(aGateway(), concrete(path), bearer('x'), given)).status, 401);
    }
  });
});

it('hashes alike with and without the runtime’s own SHA-256', async () => {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  for (const text of ['', 'k', 'mg-v1-test-key', 'grüße 🗝', 'x'.repeat(512)]) {
    const expected = Buffer.from(sha256(new TextEncoder().encode(text))).toString('hex');
    assert.equal(hashKey(text), expected);
  }
});
