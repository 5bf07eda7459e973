import { EgressError, hashKey, type HttpClient } from '@model-gateway/core';
import { encodePng } from './png/encode-png.ts';

const SIDE = 64;

/**
 * Stands in for the web: every address that a guarded client may call answers with a small picture in
 * a colour of its own. Nothing is ever connected to, because a mock must not open the network.
 * Source: decisions §4.9, §8.15.
 */
export const imaginedWeb: HttpClient = async ({ url }) => {
  // Only here, because few requests have references and judging takes a parser of addresses.
  const { judgeUrl } = await import('@model-gateway/egress/judge');
  const verdict = judgeUrl(url);
  if (!verdict.ok) throw new EgressError(verdict.reason, verdict.message);
  const picture = await colouredSquare(hashKey(url));
  return { status: 200, headers: { 'content-type': 'image/png' }, body: only(picture) };
};

async function* only(bytes: Uint8Array) {
  yield bytes;
}

/** The first six hex digits are the colour. */
function colouredSquare(hex: string): Promise<Uint8Array> {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  );
  const pixels = new Uint8Array(SIDE * SIDE * 4);
  for (let i = 0; i < pixels.length; i += 4) pixels.set([red, green, blue, 255], i);
  return encodePng({ width: SIDE, height: SIDE, pixels }, { alpha: false, pause: async () => {} });
}
