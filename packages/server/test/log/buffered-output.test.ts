import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { BufferedOutput, type LineStream } from '../../src/log/buffered-output.ts';

const NOW = Date.parse('2026-11-01T12:00:00Z');

/** No file has it open. */
const NO_DESCRIPTOR = 2 ** 31 - 1;

/** A stream whose reader takes what was written when the test says so. */
function aStream() {
  const written: string[] = [];
  const taken: (() => void)[] = [];
  let fail: (error: Error) => void = () => {};
  const stream: LineStream = {
    write(bytes, done) {
      written.push(Buffer.from(bytes).toString());
      taken.push(() => done());
    },
    get writableLength() {
      return taken.length;
    },
    on(_event, listener) {
      fail = listener;
    },
  };
  return { stream, written, read: () => taken.shift()?.(), fail: (error: Error) => fail(error) };
}

function aStreamThat(does: Partial<LineStream>): LineStream {
  return { write() {}, writableLength: 0, on() {}, ...does };
}

function anOutput(most?: number) {
  const clock = createManualClock(NOW);
  const stream = aStream();
  return { ...stream, clock, output: new BufferedOutput(stream.stream, { most, clock }) };
}

describe('BufferedOutput', () => {
  it('writes a line after a quiet moment at once', () => {
    const { output, written } = anOutput();
    output.write('one\n');
    assert.deepEqual(written, ['one\n']);
  });

  it('writes lines that come close together in one piece', () => {
    const { output, written, read, clock } = anOutput();
    output.write('one\n');
    read();
    output.write('two\n');
    output.write('three\n');
    assert.deepEqual(written, ['one\n']);
    clock.advance(10);
    assert.deepEqual(written, ['one\n', 'two\nthree\n']);
  });

  it('writes as much as a pipe holds without waiting', () => {
    const { output, written, read } = anOutput();
    output.write('one\n');
    read();
    const line = `${'x'.repeat(1023)}\n`;
    for (let i = 0; i < 47; i++) output.write(line);
    assert.equal(written.length, 1);
    output.write(line);
    assert.deepEqual(written.slice(1), [line.repeat(48)]);
  });

  it('keeps lines in order while the reader stands still', () => {
    const { output, written, read, clock } = anOutput();
    output.write('one\n');
    output.write('two\n');
    clock.advance(1000);
    assert.deepEqual(written, ['one\n']);
    read();
    assert.deepEqual(written, ['one\n', 'two\n']);
  });

  it('leaves what the stream has not taken yet as it is', () => {
    const given: Uint8Array[] = [];
    const stream = aStreamThat({ write: (bytes) => given.push(bytes) });
    const output = new BufferedOutput(stream, { clock: createManualClock(NOW) });
    output.write('one\n');
    output.write('two\n');
    assert.deepEqual(
      given.map((bytes) => Buffer.from(bytes).toString()),
      ['one\n'],
    );
  });

  it('drops lines beyond its limit and counts them in a line of their own', () => {
    const { output, written, read, clock } = anOutput(8);
    output.write('first\n');
    for (const line of ['two\n', 'thr\n', 'four\n', 'five\n']) output.write(line);
    read();
    clock.advance(10);
    const lost = { level: 'warn', time: '2026-11-01T12:00:00.010Z', lines: 2 };
    const line = JSON.stringify({ ...lost, msg: 'log lines dropped' });
    assert.deepEqual(written, ['first\n', `two\nthr\n${line}\n`]);
  });

  it('flushes without waiting for more lines', () => {
    const { output, written, read } = anOutput();
    const flushed: unknown[] = [];
    output.write('one\n');
    read();
    output.write('two\n');
    output.flush((error) => flushed.push(error));
    assert.deepEqual(written, ['one\n', 'two\n']);
    assert.deepEqual(flushed, []);
    read();
    assert.deepEqual(flushed, [undefined]);
  });

  it('gives a flush up after two seconds', () => {
    const { output, clock } = anOutput();
    const flushed: string[] = [];
    output.write('one\n');
    output.flush((error) => flushed.push(String(error)));
    clock.advance(2000);
    assert.deepEqual(flushed, ['Error: the log was not read within 2000 ms']);
  });

  it('drops everything once its reader is gone', () => {
    const { output, written, fail } = anOutput();
    const flushed: unknown[] = [];
    output.write('one\n');
    output.flush((error) => flushed.push(error));
    fail(new Error('EPIPE'));
    output.write('two\n');
    assert.deepEqual(written, ['one\n']);
    assert.deepEqual(flushed, [undefined]);
  });

  describe('at the end of the process', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-log-'));
    });
    after(() => rm(folder, { recursive: true }));

    /** Two lines in one turn, of which the stream gets the first. */
    function restOf(stream: Partial<LineStream>): string {
      const output = new BufferedOutput(aStreamThat(stream), { clock: createManualClock(NOW) });
      output.write('first\n');
      output.write('last\n');
      const file = path.join(folder, 'rest');
      const descriptor = openSync(file, 'w');
      output.writeRest(descriptor);
      closeSync(descriptor);
      return readFileSync(file, 'utf8');
    }

    it('writes what waits behind lines that the system has taken', () => {
      assert.equal(restOf({ writableLength: 0 }), 'last\n');
    });

    it('writes nothing before lines that the system has not taken', () => {
      assert.equal(restOf({ writableLength: 6 }), '');
    });
  });
});

describe('lines that are made later', () => {
  it('are made and written together', () => {
    const { output, written, read, clock } = anOutput();
    output.write('one\n');
    read();
    const made: string[] = [];
    for (const line of ['two\n', 'three\n']) {
      output.later(() => {
        made.push(line);
        output.write(line);
      });
    }
    clock.advance(99);
    assert.deepEqual(made, []);
    clock.advance(1);
    assert.deepEqual(written, ['one\n', 'two\nthree\n']);
  });

  it('go out with a line that is written after them, within the time of that one', () => {
    const { output, written, read, clock } = anOutput();
    output.write('one\n');
    read();
    output.later(() => output.write('two\n'));
    output.write('three\n');
    clock.advance(10);
    assert.deepEqual(written, ['one\n', 'two\nthree\n']);
  });

  it('are made at once after a quiet moment', () => {
    const { output, written } = anOutput();
    output.later(() => output.write('one\n'));
    assert.deepEqual(written, ['one\n']);
  });

  it('keep their place before a line that is written after them', () => {
    const { output, written, read, clock } = anOutput();
    output.write('one\n');
    read();
    output.later(() => output.write('two\n'));
    output.write('three\n');
    output.later(() => output.write('four\n'));
    clock.advance(100);
    assert.deepEqual(written, ['one\n', 'two\nthree\nfour\n']);
  });

  it('are written by a flush', () => {
    const { output, written, read } = anOutput();
    output.write('one\n');
    read();
    output.later(() => output.write('two\n'));
    output.flush(() => {});
    assert.deepEqual(written, ['one\n', 'two\n']);
  });

  it('are made, and dropped beyond the limit, also while the reader stands still', () => {
    const { output, written, read, clock } = anOutput(8);
    output.write('first\n');
    let made = 0;
    for (let i = 0; i < 2000; i++) {
      output.later(() => {
        made++;
        output.write('next\n');
      });
    }
    assert.equal(made, 2000);
    read();
    clock.advance(100);
    const [, second = ''] = written;
    assert.match(second, /^next\n\{[^\n]*"lines":1999,[^\n]*\}\n$/);
  });

  it('are counted as dropped when making them fails, and the others are written', () => {
    const { output, written, read, clock } = anOutput();
    output.write('one\n');
    read();
    output.later(() => {
      throw new Error('cannot be read');
    });
    output.later(() => output.write('two\n'));
    clock.advance(100);
    const [, second = ''] = written;
    assert.match(second, /^two\n\{[^\n]*"lines":1,[^\n]*\}\n$/);
  });

  it('are never made once the reader is gone', () => {
    const { output, clock, fail } = anOutput();
    output.write('one\n');
    const unread = () => assert.fail('made for no reader');
    output.later(unread);
    fail(new Error('EPIPE'));
    output.later(unread);
    clock.advance(100);
  });
});

describe('an output with a descriptor', () => {
  /** An output to a file, and what the file has. */
  function aFile() {
    const folder = mkdtempSync(path.join(tmpdir(), 'log-'));
    const file = path.join(folder, 'log');
    const descriptor = openSync(file, 'w');
    return {
      descriptor,
      text: () => readFileSync(file, 'utf8'),
      [Symbol.dispose]() {
        closeSync(descriptor);
        rmSync(folder, { recursive: true });
      },
    };
  }

  it('writes there without its stream, and flushes', () => {
    using file = aFile();
    const { stream, written } = aStream();
    const clock = createManualClock(NOW);
    const output = new BufferedOutput(stream, { descriptor: () => file.descriptor, clock });
    const flushed: unknown[] = [];
    output.write('one\n');
    output.write('two\n');
    output.flush((error) => flushed.push(error));
    assert.equal(file.text(), 'one\ntwo\n');
    assert.deepEqual(written, []);
    assert.deepEqual(flushed, [undefined]);
  });

  it('leaves to the stream what the descriptor does not take', () => {
    const { stream, written } = aStream();
    const clock = createManualClock(NOW);
    const output = new BufferedOutput(stream, { descriptor: () => NO_DESCRIPTOR, clock });
    output.write('one\n');
    assert.deepEqual(written, ['one\n']);
  });

  it('follows what others gave the stream', () => {
    using file = aFile();
    const { stream, written } = aStream();
    const busy: LineStream = {
      write: (bytes, done) => stream.write(bytes, done),
      on: (event, listener) => stream.on(event, listener),
      writableLength: 5,
    };
    const clock = createManualClock(NOW);
    new BufferedOutput(busy, { descriptor: () => file.descriptor, clock }).write('one\n');
    assert.deepEqual(written, ['one\n']);
    assert.equal(file.text(), '');
  });

  it('writes at the end of the process what waits, lines that are made later too', () => {
    using file = aFile();
    const { stream, read } = aStream();
    const output = new BufferedOutput(stream, { clock: createManualClock(NOW) });
    output.write('one\n');
    read();
    output.write('two\n');
    output.later(() => output.write('three\n'));
    output.writeRest(file.descriptor);
    assert.equal(file.text(), 'two\nthree\n');
  });
});
