import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { hashKey } from '@model-gateway/core';

it("hashes alike before and after it has the runtime's own hash", () => {
  for (let i = 0; i < 100; i++) {
    const text = `mg-v1-ключ-🔑-${i}-\ud800`;
    assert.equal(hashKey(text), createHash('sha256').update(text).digest('hex'), `hash ${i}`);
  }
});
