import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import { onceAllIsRead } from './once-all-is-read.ts';

/**
 * Closes connections that were silent for as long as they may be: those that owe no answer, and
 * those whose client takes none of the bytes that wait for it. One whose handler is still at work
 * stays.
 */
export function closeIdleAndStalled(server: Server, connections: Connections): void {
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
    else if (connections.lastOwed(socket) === undefined) void closeUnlessReadable(socket);
  });
}

/**
 * A request may have come while the process was busy: timers are called before the sockets are read,
 * and closing one with something unread in it resets it.
 */
async function closeUnlessReadable(socket: Socket): Promise<void> {
  const { bytesRead } = socket;
  await onceAllIsRead();
  if (socket.bytesRead === bytesRead) socket.destroy();
}
