import { bytesResponse, type GatewayResponse } from '@model-gateway/core/http';
import { PAGE, POLICY } from './page.ts';

/** Resolves to the inspector: one file, which loads nothing else and cannot be framed. */
export async function inspectorPage(): Promise<GatewayResponse> {
  return bytesResponse([await unpacked(PAGE)], 'text/html; charset=utf-8', {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': POLICY,
  });
}

async function unpacked(base64: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
