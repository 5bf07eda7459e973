import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { OpenList } from '@model-gateway/core/kit';

/** The answers of each connection that waited behind another one when they were first seen. */
const waiting = new WeakMap<Duplex, OpenList<ServerResponse>>();

/**
 * Closes an answer with its connection if it waits behind another one. Node 20 and 22 close only the
 * answer whose turn it is: the requests that were pipelined behind it would go on, and never learn
 * that their client has left.
 */
export function closeWithConnection(res: ServerResponse): void {
  if (!isWaiting(res)) return;
  const { socket } = res.req;
  if (socket.destroyed) {
    close(res);
    return;
  }
  const answers = waiting.get(socket) ?? listAnswers(socket);
  const place = answers.add(res);
  res.once('close', () => answers.remove(place));
}

/** One listener for all, because Node warns of more than ten. */
function listAnswers(socket: Duplex): OpenList<ServerResponse> {
  const answers = new OpenList<ServerResponse>();
  waiting.set(socket, answers);
  socket.once('close', () => {
    for (const res of answers) if (isWaiting(res)) close(res);
  });
  return answers;
}

/** Whether an answer has not had its turn on its connection, and does not know that it never will. */
function isWaiting({ socket, destroyed, writableFinished }: ServerResponse): boolean {
  return socket === null && !destroyed && !writableFinished;
}

/** As Node does with the answer whose turn it is. */
function close(res: ServerResponse): void {
  res.destroyed = true;
  res.emit('close');
}
