import { bytesResponse, jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Readiness } from './readiness.ts';

export interface AdminFacts {
  readonly readiness: Pick<Readiness, 'status'>;
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
}

const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Answers `/healthz`, `/readyz` and `/metrics`: for a port that clients do not reach. `/healthz` is
 * 200 while the process lives, `/readyz` 503 unless it should get requests.
 */
export function createAdminHandler({ readiness, metrics }: AdminFacts): GatewayHandler {
  return async ({ method, path }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    switch (path) {
      case '/healthz':
        return jsonResponse({ status: 'ok' }, { headers: NO_STORE });
      case '/readyz': {
        const status = await readiness.status();
        return jsonResponse({ status }, { status: status === 'ok' ? 200 : 503, headers: NO_STORE });
      }
      case '/metrics': {
        const text = new TextEncoder().encode(await metrics.text());
        return bytesResponse([text], metrics.contentType, NO_STORE);
      }
      default:
        return undefined;
    }
  };
}
