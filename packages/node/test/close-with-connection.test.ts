import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { toMiddleware } from '../src/middleware.ts';
import { NodeRequest } from '../src/node-request.ts';

/** Node does not know these answers, so it does not close them, as Node 22 does with all that wait. */
function waiting(socket: Socket): ServerResponse {
  return new ServerResponse(new IncomingMessage(socket));
}

const requestOf = (res: ServerResponse) => new NodeRequest(res.req, res, { mount: '', url: '/' });

describe('an answer that waits behind another one', () => {
  it('is closed with its connection, in a host of any kind', async () => {
    const socket = new Socket();
    const signals: (AbortSignal | undefined)[] = [];
    const middleware = toMiddleware(
      ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      ({ url = '/' }) => ({ mount: '', url }),
    );
    // More than Node lets listen to one event without a warning.
    for (let i = 0; i < 20; i++) {
      const res = waiting(socket);
      middleware(res.req, res, () => assert.fail('the handler never answers'));
    }
    assert.equal(socket.listenerCount('close'), 1);
    socket.destroy();
    await once(socket, 'close');
    assert.equal(signals.length, 20);
    assert.ok(signals.every((signal) => signal?.aborted));
  });

  it('is closed for listeners that come later', async () => {
    const socket = new Socket();
    const request = requestOf(waiting(socket));
    socket.destroy();
    await once(socket, 'close');
    let sent = 0;
    request.onSent(() => sent++);
    assert.equal(sent, 1);
    assert.ok(request.signal.aborted);
  });

  it('is closed at once where the connection already is', () => {
    const socket = new Socket();
    socket.destroy();
    const res = waiting(socket);
    assert.ok(requestOf(res).signal.aborted);
    assert.ok(res.destroyed);
  });

  it('is left alone once it has had its turn', async () => {
    const socket = new Socket();
    const res = waiting(socket);
    const { signal } = requestOf(res);
    res.assignSocket(socket);
    let closings = 0;
    res.on('close', () => closings++);
    socket.destroy();
    await once(socket, 'close');
    // Node says so itself, once.
    assert.equal(closings, 1);
    assert.ok(signal.aborted);
  });
});
