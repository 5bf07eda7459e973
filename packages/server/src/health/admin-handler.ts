import { jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import type { Metrics } from '../metrics/create-metrics.ts';
import { metricsPage } from '../metrics/metrics-page.ts';
import type { Readiness } from './readiness.ts';

export interface AdminFacts {
  readonly readiness: Pick<Readiness, 'status'>;
  readonly metrics: Pick<Metrics, 'text'>;
  /** Rows of JSON, one for each endpoint that has failed since its last success. */
  breakers(): readonly object[] | Promise<readonly object[]>;
}

const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Answers `/healthz`, `/readyz`, `/metrics` and `/breakers`: for a port that clients do not reach.
 * `/healthz` is 200 while the process lives, `/readyz` 503 unless it should get requests.
 */
export function createAdminHandler({ readiness, metrics, breakers }: AdminFacts): GatewayHandler {
  return async (request) => {
    const { method, path } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    switch (path) {
      case '/healthz':
        return jsonResponse({ status: 'ok' }, { headers: NO_STORE });
      case '/readyz': {
        const status = await readiness.status();
        return jsonResponse({ status }, { status: status === 'ok' ? 200 : 503, headers: NO_STORE });
      }
      case '/metrics':
        return metricsPage(await metrics.text(), request);
      case '/breakers':
        return jsonResponse({ data: await breakers() }, { headers: NO_STORE });
      default:
        return undefined;
    }
  };
}
