import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogger } from '../src/log/create-logger.ts';
import { printable } from '../src/printable.ts';
import { command } from './support/command.ts';

const FORGED = 'shop\n00:00:00.000 error INJECTED\u001b[31m\u009b2J\u202e\u2028\u200e';
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

describe('a readable log', () => {
  const written = (fields: object, msg = 'request') => {
    const lines: string[] = [];
    const output = { write: (line: string) => lines.push(line) };
    createLogger({ level: 'info', format: 'pretty' }, output).info(fields, msg);
    return lines.join('');
  };

  it('has one line of ordinary characters for each event, whatever the values hold', () => {
    for (const text of [
      written({ key: FORGED, [FORGED]: 1, list: [FORGED] }),
      written({}, FORGED),
      written({ error: FORGED }),
    ]) {
      const [, ...rest] = text.trimEnd().split('\n');
      // What follows the first line is indented, so that it looks like no other.
      for (const line of rest) assert.match(line, /^ {4}/);
      assert.doesNotMatch(text.replaceAll('\n', ''), UNPRINTABLE);
    }
  });

  it('shows a value with spaces in quotes, so that it is no other field', () => {
    assert.match(
      written({ key: 'a status=200', model: 'acme/a' }),
      / key="a status=200" model=acme\/a\n$/,
    );
  });

  it('shows writing of every language as it is', () => {
    for (const text of ['Grüße', '日本語', 'שלום', 'क्‍ष', 'نام‌ها', '👩‍👩‍👧']) {
      assert.equal(printable(text), text);
      assert.ok(written({ key: text }).endsWith(` key=${text}\n`));
    }
  });

  it('escapes characters beyond the first plane half by half, as JSON does', () => {
    assert.equal(printable('\u{e0001}'), String.raw`\udb40\udc01`);
  });
});

describe('a command', () => {
  for (const args of [
    [FORGED],
    ['keys', FORGED],
    ['keys', 'list', '-c', FORGED],
    ['keys', 'list', '--store', `sqlite:/nowhere/${FORGED}`],
    ['init', '--email', FORGED],
    ['serve', '--port', FORGED],
  ]) {
    it(`prints its arguments escaped, in one line: ${JSON.stringify(args)}`, async () => {
      const { code, err } = await command('/nowhere', args);
      assert.notEqual(code, 0);
      assert.doesNotMatch(err, UNPRINTABLE);
    });
  }
});
