import type { ServerResponse } from 'node:http';

const LINGER_MS = 1000;

/**
 * Stops reading a request that was answered before its body was read, as with a 413. Closing the
 * connection at once would reset it, and the client might never see the answer; leaving it open
 * would read the whole body. So the client gets one second to read the answer.
 */
export function stopReadingSoon(res: ServerResponse): void {
  const { req } = res;
  if (req.complete) return;
  res.once('finish', () => {
    if (req.complete) return;
    const timer = setTimeout(() => req.destroy(), LINGER_MS);
    timer.unref();
    req.once('close', () => clearTimeout(timer));
  });
}
