import { endingWith, joinUrl } from './config-reader.ts';
import { basic } from './credentials.ts';
import { otlpKind } from './otlp-kind.ts';

/** The base URL is shown with and without `/otlp`. Source: grafana.com/docs, send data with OTLP. */
export const grafana = otlpKind({
  type: 'grafana',
  style: { shape: 'tree' },
  connect: (read) => {
    const base = read.url('baseUrl', 'https://otlp-gateway-prod-us-central-0.grafana.net');
    return {
      url: joinUrl(new URL(endingWith(base, '/otlp')), '/v1/traces'),
      headers: { authorization: basic(read.text('instanceId'), read.text('apiKey')) },
    };
  },
});
