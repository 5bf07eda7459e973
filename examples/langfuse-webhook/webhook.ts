import { createHmac, timingSafeEqual } from 'node:crypto';

/** The maximum age of a request, which prevents replays. */
const OLDEST_SECONDS = 300;

/** Returns whether a request of the gateway was signed with `secret`, and recently. */
export function isGenuine(signature: string, body: string, secret: string, now: number): boolean {
  const [, time, digest = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === undefined || Math.abs(now / 1000 - Number(time)) > OLDEST_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return timingSafeEqual(Buffer.from(digest, 'hex'), expected);
}
