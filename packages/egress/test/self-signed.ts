import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that a test's TLS server can show, made anew for each run. */
export function selfSigned(
  hostname: string,
  validUntil = '21200101000000Z',
): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(0x30);
  const tbs = der(
    0x30,
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ECDSA_WITH_SHA256,
    name,
    der(0x30, der(0x18, text('20200101000000Z')), der(0x18, text(validUntil))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, subjectAltName(hostname))),
  );
  const signature = sign('sha256', tbs, privateKey);
  const cert = der(0x30, tbs, ECDSA_WITH_SHA256, der(0x03, [0], signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** 1.2.840.10045.4.3.2. */
const ECDSA_WITH_SHA256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));

/** 2.5.29.17, critical because the subject is empty. */
function subjectAltName(hostname: string): Buffer {
  const names = der(0x30, der(0x82, text(hostname)));
  return der(0x30, der(0x06, [0x55, 0x1d, 0x11]), der(0x01, [0xff]), der(0x04, names));
}

function der(tag: number, ...contents: (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Uint8Array.from(part)));
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}
