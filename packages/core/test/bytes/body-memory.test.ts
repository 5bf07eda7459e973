import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BodyMemory, LongText } from '@model-gateway/core/kit';

/** Memory of a text that counts how often it is freed. */
function aText() {
  const freed = { times: 0 };
  const memory = new BodyMemory(() => freed.times++);
  const pieces = ['AQID', 'BAUG'].map((piece) => Buffer.from(piece));
  return { freed, memory, text: new LongText(pieces, memory) };
}

describe('the memory of a body', () => {
  it('is freed once, when its request is over', () => {
    const { freed, memory } = aText();
    assert.equal(freed.times, 0);
    memory.end();
    memory.end();
    assert.equal(freed.times, 1);
  });

  it('is not before the last borrower has given it back', () => {
    const { freed, memory, text } = aText();
    const [one, part] = [text.lend(), text.slice(2, 6).lend()];
    assert.equal(Buffer.concat(part.pieces).toString(), 'IDBA');
    one.giveBack();
    one.giveBack();
    memory.end();
    assert.equal(freed.times, 0);
    part.giveBack();
    assert.equal(freed.times, 1);
  });

  it('is not while its request goes on, whatever is given back', () => {
    const { freed, memory, text } = aText();
    text.lend().giveBack();
    assert.equal(freed.times, 0);
    text.lend().giveBack();
    memory.end();
    assert.equal(freed.times, 1);
  });

  it('is left alone where a reader may keep the pieces of a text', () => {
    const { freed, memory, text } = aText();
    assert.equal(text.slice(1).pieces.length, 2);
    memory.end();
    assert.equal(freed.times, 0);
    assert.equal(text.toString(), 'AQIDBAUG');
  });

  it('gives no bytes of others once it is free, but an error', () => {
    const { memory, text } = aText();
    const part = text.slice(4);
    memory.end();
    const error = /read after its answer/;
    assert.throws(() => text.toString(), error);
    assert.throws(() => JSON.stringify({ part }), error);
    assert.throws(() => text.pieces, error);
    assert.throws(() => text.lend(), error);
    assert.throws(() => text.slice(1), error);
  });

  it('is not needed by a string that was made before', () => {
    const { memory, text } = aText();
    assert.equal(text.toString(), 'AQIDBAUG');
    memory.end();
    assert.equal(text.toString(), 'AQIDBAUG');
  });
});
