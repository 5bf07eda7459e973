import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Logger } from 'pino';
import { createLogger } from '../../src/log/create-logger.ts';

/** What a logger of this format writes. */
function written(format: 'json' | 'pretty', use: (logger: Logger) => void): string {
  const lines: string[] = [];
  use(createLogger({ level: 'info', format }, { write: (line) => lines.push(line) }));
  return lines.join('');
}

const outage = () =>
  Object.assign(new RangeError('no answer', { cause: new Error('ECONNREFUSED') }), {
    url: 'https://user:canary@db.example',
  });

describe('the field "error" of the log', () => {
  it('is one text of name, message, stack and causes', () => {
    const line = written('json', (logger) => logger.error({ error: outage() }, 'no store'));
    const { error } = JSON.parse(line);
    assert.match(
      error,
      /^RangeError: no answer\n    at [^]*\ncaused by: Error: ECONNREFUSED\n    at /,
    );
    assert.doesNotMatch(line, /canary/);
  });

  const unreadable = Object.defineProperty(new Error('no'), 'cause', {
    get() {
      throw new Error('unreadable');
    },
  });
  for (const [what, error] of [
    ['an object without text', Object.create(null)],
    ['an error whose cause throws', unreadable],
  ] as const) {
    it(`says of ${what} that it cannot be read`, () => {
      const line = written('json', (logger) => logger.fatal({ error }, 'crash'));
      assert.equal(JSON.parse(line).error, 'an error that cannot be read');
    });
  }

  it('is the text itself, where the error is one', () => {
    const line = written('json', (logger) => logger.info({ error: 'notFound' }, 'request'));
    assert.equal(JSON.parse(line).error, 'notFound');
  });

  it('follows the line of a readable log when it has several lines', () => {
    const text = written('pretty', (logger) =>
      logger.error({ error: outage(), of: 'reads' }, 'no'),
    );
    assert.match(text, /^\S+ error no of=reads\n    RangeError: no answer\n        at /);
  });

  it('is in the line of a readable log when it has one', () => {
    const text = written('pretty', (logger) => logger.info({ error: 'notFound' }, 'request'));
    assert.match(text, /^\S+ info  request error=notFound\n$/);
  });
});
