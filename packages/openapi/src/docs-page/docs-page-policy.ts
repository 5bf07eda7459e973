import { hashKey } from '@model-gateway/core';
import type { OpenApiDocument } from '../document.ts';
import { SCRIPT } from './page-script.ts';

/**
 * Returns the `content-security-policy` for a page with `tryIt`: its one script by hash, requests to
 * the page's own origin and the document's servers, and images from answers.
 *
 * @example
 * response.setHeader('content-security-policy', docsPagePolicy(document));
 */
export function docsPagePolicy({ servers }: OpenApiDocument): string {
  const origins = servers.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []));
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'sha256-${toBase64(hashKey(SCRIPT))}'`,
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function toBase64(hex: string): string {
  const bytes = hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  return btoa(String.fromCharCode(...bytes));
}
