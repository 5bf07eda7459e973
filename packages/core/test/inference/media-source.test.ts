import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LongText, longTextOf, mediaSource } from '@model-gateway/core/kit';

describe('a source of long media', () => {
  const texts = ['AQID', 'BAUG'].map((text) => new LongText([Buffer.from(text)]));
  const sources = texts.map((text) => mediaSource('base64', text));

  it('has its own text, as a member that copies and printers read', () => {
    const [first, second] = sources;
    assert.ok(first && second);
    assert.deepEqual([longTextOf(first), longTextOf(second)], texts);
    const plain = { kind: 'base64', value: 'AQID' };
    assert.deepEqual({ ...first }, plain);
    assert.deepEqual(structuredClone(first), plain);
    assert.equal(JSON.stringify(second), '{"kind":"base64","value":"BAUG"}');
    // A copy is a string already.
    assert.equal(longTextOf({ ...first }), undefined);
  });

  it('shares its getter with all others, so that it does not outlive its request', () => {
    const getters = sources.map((one) => Object.getOwnPropertyDescriptor(one, 'value')?.get);
    assert.ok(getters[0]);
    assert.equal(getters[0], getters[1]);
  });
});
