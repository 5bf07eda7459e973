import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { serve } from '@model-gateway/node';
import { Connections } from '../src/connections.ts';
import { onceAllIsRead } from '../src/once-all-is-read.ts';
import { NodeRequest } from '../src/node-request.ts';
import { get, rawClient } from './raw-client.ts';

describe('answers that wait behind another one when their client leaves', () => {
  /** Node does not know these answers, so it does not close them, as Node 22 does with all that wait. */
  function waiting(server = createServer(), connections = new Connections(server)) {
    const socket = new Socket();
    server.emit('connection', socket);
    const requests = ['/1', '/2', '/3'].map((url) => {
      const req = new IncomingMessage(socket);
      const res = new ServerResponse(req);
      assert.ok(connections.admit(req, res));
      return new NodeRequest(req, res, { mount: '', url });
    });
    return { server, connections, socket, requests };
  }

  it('are closed, and no longer owed', async () => {
    const { connections, socket, requests } = waiting();
    const sent: string[] = [];
    for (const { path, onSent } of requests) onSent(() => sent.push(path));
    const signals = requests.map(({ signal }) => signal);
    assert.ok(connections.lastOwed(socket));
    socket.destroy();
    await once(socket, 'close');
    assert.deepEqual(sent.toSorted(), ['/1', '/2', '/3']);
    assert.ok(signals.every(({ aborted }) => aborted));
    assert.equal(connections.lastOwed(socket), undefined);
  });

  it('are the only ones that are closed', async () => {
    const { server, connections, socket } = waiting();
    const other = waiting(server, connections);
    const signals = other.requests.map(({ signal }) => signal);
    socket.destroy();
    await once(socket, 'close');
    assert.ok(signals.every(({ aborted }) => !aborted));
    assert.ok(connections.lastOwed(other.socket));
  });

  it('are closed once where Node closes them itself', async () => {
    await using server = await serve(() => new Promise(() => {}));
    await using client = await rawClient(server.port);
    const closed: string[] = [];
    const came = new Promise<Socket>((resolve) => {
      server.server.on('request', ({ url = '', socket }, res) => {
        res.on('close', () => closed.push(url));
        if (url === '/3') resolve(socket);
      });
    });
    client.send(get('/1') + get('/2') + get('/3'));
    const socket = await came;
    client.socket.destroy();
    await once(socket, 'close');
    // Some learn of it in a later turn.
    await onceAllIsRead();
    assert.deepEqual(closed.toSorted(), ['/1', '/2', '/3']);
  });
});
