import { Socket } from 'node:net';

let reads = 0;

/** How many pieces sockets of this process have read since `countReads`. */
export function readsSoFar(): number {
  return reads;
}

/**
 * Begins to count what the sockets of this process read, other than those that node:http accepts and
 * reads by itself: the pieces in which answers of an upstream come. They pass through the stream of
 * a socket, or are taken when it says that it can be read.
 */
export function countReads(): void {
  const { push, emit } = Socket.prototype;
  Socket.prototype.push = function counted(...given: Parameters<typeof push>) {
    if (given[0] !== null && this.readableFlowing === true) reads++;
    return push.apply(this, given);
  };
  Socket.prototype.emit = function counted(...given: unknown[]) {
    if (given[0] === 'readable') reads++;
    return Reflect.apply(emit, this, given) as boolean;
  };
}
