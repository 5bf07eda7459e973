import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import { onceAllIsRead } from './once-all-is-read.ts';

/**
 * Closes connections that reach their idle limit: those without a pending answer, and those whose
 * client reads none of the pending bytes. A connection whose handler is still running stays open.
 */
export function closeIdleAndStalled(server: Server, connections: Connections): void {
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
    else if (connections.lastOwed(socket) === undefined) void closeUnlessReadable(socket);
  });
}

/**
 * A request may have arrived while the process was busy: timers run before sockets are read, and
 * closing a socket with unread data resets it.
 */
async function closeUnlessReadable(socket: Socket): Promise<void> {
  const { bytesRead } = socket;
  await onceAllIsRead();
  if (socket.bytesRead === bytesRead) socket.destroy();
}
