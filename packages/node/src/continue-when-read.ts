import type { RequestListener } from './request-listener.ts';

/**
 * A listener for the `checkContinue` of a server: hands on requests with `Expect: 100-continue`, and
 * sends `100 Continue` when their body is read and not before. So a client without a key, or with
 * a body that is too long, gets its 401 or 413 in place of an invitation to send it:
 *
 * ```ts
 * const server = createServer(app);
 * server.on('checkContinue', continueWhenRead(app));
 * ```
 *
 * Without it Node invites everybody. A final answer to a client that was not invited closes the
 * connection, because nobody can say whether the body still comes. Source: RFC 9110 §10.1.1.
 */
export function continueWhenRead(listener: RequestListener): RequestListener {
  return (req, res) => {
    const { shouldKeepAlive } = res;
    const read = req._read;
    res.shouldKeepAlive = false;
    // Streams call this when somebody wants to read, we as well as a body parser in front.
    req._read = function (size) {
      req._read = read;
      if (!res.headersSent && !res.destroyed) {
        res.shouldKeepAlive = shouldKeepAlive;
        res.writeContinue();
      }
      read.call(this, size);
    };
    listener(req, res);
  };
}
