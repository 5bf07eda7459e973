import { EgressError, hashKey, type HttpClient } from '@model-gateway/core';

/**
 * Stands in for the web: every address that a guarded client may call answers with a small picture in
 * a colour of its own. Nothing is ever connected to, because a mock must not open the network.
 * Source: contract §4.9.
 */
export const imaginedWeb: HttpClient = async ({ url }) => {
  // Only here, because few requests have references and judging takes a parser of addresses.
  const { judgeUrl } = await import('@model-gateway/egress/judge');
  const verdict = judgeUrl(url);
  if (!verdict.ok) throw new EgressError(verdict.reason, verdict.message);
  const { drawSwatch } = await import('@model-gateway/pictures');
  const picture = await drawSwatch(hashKey(url));
  return { status: 200, headers: { 'content-type': 'image/png' }, body: only(picture) };
};

async function* only(bytes: Uint8Array) {
  yield bytes;
}
