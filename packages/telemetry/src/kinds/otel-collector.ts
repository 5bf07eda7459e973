import { joinUrl } from './config-reader.ts';
import { otlpKind } from './otlp-kind.ts';

/** Any receiver of OTLP over HTTP. A collector accepts requests of 20 MiB by default. */
export const otelCollector = otlpKind({
  type: 'otel-collector',
  style: { shape: 'tree' },
  connect(read) {
    const endpoint = read.url('endpoint');
    // An endpoint with a path is complete, as OTEL_EXPORTER_OTLP_TRACES_ENDPOINT has it.
    return { url: endpoint.pathname === '/' ? joinUrl(endpoint, '/v1/traces') : endpoint.href };
  },
});
