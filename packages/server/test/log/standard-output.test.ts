// Own process: a crash ends it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';

const CRASHES = fileURLToPath(new URL('../support/log-and-crash.ts', import.meta.url));
const CAPTURED = fileURLToPath(new URL('../support/log-captured.ts', import.meta.url));

describe('the log of a process that crashes', () => {
  it('has the lines that wait, in their order, and then why the process ended', () => {
    const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, CRASHES], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const requests = Array.from({ length: 100 }, (_, i) => `req_${i}`);
    assert.deepEqual(
      lines.map(({ requestId }) => requestId),
      [...requests, undefined],
    );
    assert.match(lines.at(-1)?.error, /thrown by a test/);
  });
});

describe('the log of a process that replaces process.stdout.write', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, CAPTURED], {
    encoding: 'utf8',
  });

  it('goes to the replacement, as text, up to the end of the process', () => {
    const messages = ['captured', 'captured, gathered', 'captured at the end'];
    assert.deepEqual(messagesIn(JSON.parse(stderr).join('')), messages);
  });

  it('goes to the reader before and after', () => {
    assert.deepEqual(messagesIn(stdout), ['before', 'after']);
  });
});

function messagesIn(text: string): unknown[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line).msg);
}
