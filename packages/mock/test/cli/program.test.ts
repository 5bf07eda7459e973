// System: starts programs and sends them signals.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { stopped } from '../../../node/test/stopped.ts';
import { runBin, runUnread, startBin, type SpawnedMock } from './spawn-mock.ts';

const portOf = ({ stdout }: SpawnedMock) => Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(stdout)?.[1]);

/** Connects, and resolves to the text received until the connection ends. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => (received += text));
  socket.on('error', () => {});
  const ended = once(socket, 'close').then(() => received);
  await once(socket, 'connect');
  return { socket, ended };
}

/** Starts a command, sends it half a request, and waits until it has begun to stop. */
async function stopping(signal: 'SIGINT' | 'SIGTERM') {
  const running = await startBin('serve', '--port', '0', '--world', 'tiny', '--public-catalog');
  const port = portOf(running);
  const { socket, ended } = await open(port);
  socket.write('GET /v1/models?limit=1 HTTP/1.1\r\n');
  // It has read the half by the time it answers what was sent later.
  await (await fetch(`http://127.0.0.1:${port}/v1/models?limit=1`)).text();
  running.process.kill(signal);
  await stopped(port);
  return { running, socket, ended };
}

describe('a command that gets a stop signal', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`answers requests in flight, then exits with 0, at ${signal}`, async () => {
      const { running, socket, ended } = await stopping(signal);
      await using _ = running;
      socket.write('Host: 127.0.0.1\r\n\r\n');
      assert.match(await ended, /^HTTP\/1\.1 200 .*connection: close\r\n/is);
      assert.equal((await running.finished).code, 0);
    });
  }

  it('answers all requests that came before the signal while it was busy', async () => {
    await using running = await startBin(
      'serve',
      '--port',
      '0',
      '--world',
      'tiny',
      '--public-catalog',
    );
    const port = portOf(running);
    running.process.kill('SIGSTOP');
    const clients = await Promise.all(Array.from({ length: 20 }, () => open(port)));
    for (const { socket } of clients) {
      socket.write('GET /v1/models?limit=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    }
    running.process.kill('SIGTERM');
    running.process.kill('SIGCONT');
    for (const { ended } of clients) assert.match(await ended, /^HTTP\/1\.1 200 /);
    assert.equal((await running.finished).code, 0);
  });

  it('exits with 0 although its output is not read', async () => {
    await using running = await startBin('serve', '--port', '0', '--world', 'tiny');
    const url = `http://127.0.0.1:${portOf(running)}/v1/${'x'.repeat(300)}`;
    running.process.stdout?.pause();
    // More than the pipe and the buffer at this end of it hold.
    for (let round = 0; round < 80; round++) {
      await Promise.all(Array.from({ length: 20 }, async () => (await fetch(url)).text()));
    }
    running.process.kill('SIGTERM');
    const [code] = await once(running.process, 'exit');
    assert.equal(code, 0);
    running.process.stdout?.resume();
  });

  it('cuts requests in flight, and exits with 0, at a second signal', async () => {
    const { running, ended } = await stopping('SIGTERM');
    await using _ = running;
    running.process.kill('SIGINT');
    assert.equal(await ended, '');
    assert.equal((await running.finished).code, 0);
  });
});

describe('a command that ends on its own', () => {
  it('exits with 0 after its result', async () => {
    const { code, stdout, stderr } = await runBin('explain', 'GW1301');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^GW1301: /);
  });

  it('says nothing when the reader of its result has gone', async () => {
    const { code, stderr } = await runUnread('--help');
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('exits with 1 after one line that says what is wrong', async () => {
    const ended = await runBin('serve', '--prot', '5');
    const stderr = "model-gateway-mock: unknown option '--prot'; did you mean --port?\n";
    assert.deepEqual(ended, { code: 1, stdout: '', stderr });
  });
});
