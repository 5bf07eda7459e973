import { AwsV4Signer } from 'aws4fetch';
import type { UnsignedRequest } from '../http/upstream.ts';

/** Where and when a request is signed. */
interface Signing {
  readonly region: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Returns the headers that open Bedrock: a signature of the request by keys of AWS, or one of its
 * own keys as it is. Keys of AWS are one text: the id, the secret and, for passing ones, the token of
 * the session, with colons between.
 */
export async function bedrockHeaders(
  key: string,
  request: UnsignedRequest,
  { region, now }: Signing,
): Promise<Readonly<Record<string, string>>> {
  const [accessKeyId = '', secretAccessKey, sessionToken] = key.split(':');
  if (secretAccessKey === undefined) return { authorization: `Bearer ${key}` };
  const { url, method, body = '' } = request;
  const signer = new AwsV4Signer({
    method,
    url,
    body: typeof body === 'string' ? body : new Uint8Array(body),
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 'bedrock',
    region,
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
  });
  const { headers } = await signer.sign();
  // The client writes the host itself.
  headers.delete('host');
  return Object.fromEntries(headers);
}
