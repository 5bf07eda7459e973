import { Socket } from 'node:net';

let reads = 0;

/** How many pieces sockets of this process have read since `countReads`. */
export function readsSoFar(): number {
  return reads;
}

/**
 * Begins to count what the sockets of this process read, other than those that node:http accepts and
 * reads by itself: the pieces in which answers of an upstream come.
 */
export function countReads(): void {
  const { push } = Socket.prototype;
  Socket.prototype.push = function counted(...given: Parameters<typeof push>) {
    if (given[0] !== null) reads++;
    return push.apply(this, given);
  };
}
