import { createHash, createHmac } from 'node:crypto';
import type { FakeRequest } from '../fakes/fake-message.ts';

/** The only secret key of AWS that the fake knows. */
const SECRET = 'fake-secret';

const CREDENTIAL =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/bedrock\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

/**
 * Returns the key that signed a request, as one text with its secret; undefined for a signature that
 * does not fit. Written from the description of Signature Version 4, without the library that signs.
 */
export function signerOf({ method, path, headers, body }: FakeRequest): string | undefined {
  const match = CREDENTIAL.exec(headers['authorization'] ?? '');
  if (match === null) return undefined;
  const [, id = '', day = '', region = '', names = '', signature = ''] = match;
  const time = headers['x-amz-date'] ?? '';
  const signed = names.split(';');
  if (!signed.includes('host') || !time.startsWith(day)) return undefined;
  const canonical = [
    method,
    // Each segment is encoded once more.
    path.split('/').map(encodeURIComponent).join('/'),
    '',
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/bedrock/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 'bedrock', 'aws4_request'].reduce<string | Uint8Array>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${SECRET}`,
  );
  if (createHmac('sha256', key).update(text).digest('hex') !== signature) return undefined;
  const token = headers['x-amz-security-token'];
  return [id, SECRET, ...(token === undefined ? [] : [token])].join(':');
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
