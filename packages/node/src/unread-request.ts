import type { IncomingMessage } from 'node:http';

/** Aborts the signal of a request whose client has disconnected, and returns the reason. */
export type Leave = () => unknown;

/** Tells whether any of a request's body was read. */
export function wasRead(req: IncomingMessage): boolean {
  return req.readableDidRead || req.readableEnded;
}

/**
 * Throws when there is no body left to read, in which case no more events would come: an error when
 * it was read before, and the signal's reason when the client has disconnected.
 */
export function checkUnread(req: IncomingMessage, leave: Leave): void {
  if (wasRead(req)) throw new Error(READ_BEFORE);
  if (req.destroyed) throw leave();
}

const READ_BEFORE =
  'the request body was read before the request reached the gateway, and no parsed body was kept: ' +
  'mount the gateway before the middleware that reads bodies, or put the parsed body where the ' +
  'body parsers of your framework do (req.body, in Koa ctx.request.body)';
