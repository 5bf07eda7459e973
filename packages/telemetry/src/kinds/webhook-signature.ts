import { concatenate } from '@model-gateway/core/http';

const encoder = new TextEncoder();

/**
 * Returns `t=<seconds>,v1=<hex>`: the HMAC-SHA256 over `<seconds>.<body>`. The time keeps an old
 * request from being replayed. Source: contract §5.9.
 */
export async function signatureOf(
  secret: string,
  body: Uint8Array<ArrayBuffer> | string,
  now: number,
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = concatenate([encoder.encode(`${seconds}.`), bytes]);
  const digest = await crypto.subtle.sign('HMAC', key, signed);
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return `t=${seconds},v1=${hex.join('')}`;
}
