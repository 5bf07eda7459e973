import type { ServerResponse } from 'node:http';

const LINGER_MS = 1000;

/**
 * Gives up a request whose answer comes before its body was read, as a 413 does. A connection that
 * is closed at once would be reset, and the client might never see the answer; one that stays open
 * would be read to its end. So the client gets a second to take notice.
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
