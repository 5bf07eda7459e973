import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { hashKey } from '@model-gateway/core';

const TEXTS = Array.from({ length: 20 }, (_, i) => `mg-v1-ключ-🔑-${i}-\ud800`);

function assertDigests(hash: (text: string) => string): void {
  for (const text of TEXTS) {
    assert.equal(hash(text), createHash('sha256').update(text).digest('hex'), text);
  }
}

it("hashes with the runtime's own hash", () => assertDigests(hashKey));

it('hashes alike in a runtime without modules of Node', async () => {
  const source = new URL('../../src/secrets/hash-key.ts?elsewhere', import.meta.url);
  // The file under another address, so that it has hashed nothing yet.
  const elsewhere = (await import(source.href)) as { hashKey: typeof hashKey };
  const own = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule');
  Object.defineProperty(process, 'getBuiltinModule', { value: undefined, configurable: true });
  try {
    elsewhere.hashKey('the first looks for it');
  } finally {
    if (own !== undefined) Object.defineProperty(process, 'getBuiltinModule', own);
  }
  assertDigests(elsewhere.hashKey);
});
