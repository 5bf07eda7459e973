import type { IncomingMessage } from 'node:http';
import type { RequestListener } from './request-listener.ts';

/**
 * Returns a listener for a server's `checkContinue` event that passes on requests with `Expect:
 * 100-continue`, and sends `100 Continue` only when their body is read. So a client without a key,
 * or with a body that is too long, gets its 401 or 413 instead of `100 Continue`:
 *
 * ```ts
 * const server = createServer(app);
 * server.on('checkContinue', continueWhenRead(app));
 * ```
 *
 * Without it Node sends `100 Continue` to every such request. A final answer to a client that did
 * not receive `100 Continue` closes the connection, because the server cannot know whether the
 * client will still send the body. Source: RFC 9110 §10.1.1.
 */
export function continueWhenRead(listener: RequestListener): RequestListener {
  return (req, res) => {
    const { shouldKeepAlive } = res;
    const read = req._read;
    res.shouldKeepAlive = false;
    // Called on the first read, by the gateway or by a body parser in front.
    const readFirst: typeof read = function (this: IncomingMessage, size) {
      req._read = read;
      if (!res.headersSent && !res.destroyed) {
        res.shouldKeepAlive = shouldKeepAlive;
        res.writeContinue();
      }
      read.call(this, size);
    };
    req._read = readFirst;
    listener(req, res);
  };
}
