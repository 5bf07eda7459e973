import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sniffImage } from '@model-gateway/core';

const sniffed = (text: string) => sniffImage(Buffer.from(text, 'latin1'));

describe('what an image is, by its first bytes', () => {
  const COMMENTS = '<!-- a - b --> <!--\n-->\n';
  const svgs: readonly (readonly [head: string, type: string | undefined])[] = [
    ['<svg xmlns="…">', 'image/svg+xml'],
    [`\u00ef\u00bb\u00bf <?xml version="1.0"?> ${COMMENTS}<!DOCTYPE svg> <svg>`, 'image/svg+xml'],
    [`${COMMENTS}<svg\n`, 'image/svg+xml'],
    ['<!-- a <svg>', undefined],
    ['<!-- a --> b <svg>', undefined],
    ['<svgs>', undefined],
    [`<!--${'a'.repeat(300)}--><svg>`, 'image/svg+xml'],
    [`<!--${'a'.repeat(301)}--><svg>`, undefined],
  ];
  for (const [head, type] of svgs) {
    it(`is ${type ?? 'unknown'}: ${JSON.stringify(head.slice(0, 60))}`, () => {
      assert.equal(sniffed(head), type);
    });
  }

  it('reads comments once, however many there are', () => {
    const cpu = process.cpuUsage();
    // Each of them doubled the time: 72, as many as are looked at, would have had no end.
    assert.equal(sniffed('<!---->'.repeat(28)), undefined);
    const { user } = process.cpuUsage(cpu);
    assert.ok(user < 500_000, `${user} µs`);
  });
});
