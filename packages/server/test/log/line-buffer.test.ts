import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineBuffer } from '../../src/log/line-buffer.ts';

function textOf(lines: LineBuffer): string {
  return Buffer.from(lines.bytes()).toString();
}

describe('LineBuffer', () => {
  for (const [what, line] of [
    ['ASCII', 'list models\n'],
    ['two bytes a character', 'Schlüssel\n'],
    ['three bytes a character', '模型\n'],
    ['four bytes a character', '🖼\n'],
  ] as const) {
    it(`holds lines of ${what} as UTF-8, however many there are`, () => {
      const lines = new LineBuffer();
      const many = Array.from({ length: 20_000 }, () => line);
      for (const one of many) lines.add(one);
      assert.equal(textOf(lines), many.join(''));
      assert.equal(lines.byteLength, Buffer.byteLength(many.join('')));
    });
  }

  it('holds a line that is longer than what it keeps', () => {
    const lines = new LineBuffer();
    lines.add('short\n');
    lines.add('x'.repeat(500_000));
    assert.equal(textOf(lines), `short\n${'x'.repeat(500_000)}`);
  });

  it('uses its memory again, and frees what a burst needed', () => {
    const lines = new LineBuffer();
    lines.add('one\n');
    const { buffer } = lines.bytes();
    lines.clear();
    lines.add('two\n');
    assert.equal(lines.bytes().buffer, buffer);
    lines.add('x'.repeat(1_000_000));
    lines.clear();
    lines.add('three\n');
    assert.equal(lines.bytes().buffer.byteLength, buffer.byteLength);
    assert.equal(textOf(lines), 'three\n');
  });
});
