import { bytesResponse, type GatewayRequest, type GatewayResponse } from '@model-gateway/core/http';

/** What asks for the format of OpenMetrics in `accept`. */
export const OPENMETRICS = 'application/openmetrics-text';

const OPENMETRICS_TYPE = `${OPENMETRICS}; version=1.0.0; charset=utf-8`;
const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Returns the page of `/metrics`: OpenMetrics for a scraper that accepts it, as Prometheus does, and
 * otherwise the older text format, which everything reads.
 */
export function metricsPage(
  openMetrics: string,
  { headers }: Pick<GatewayRequest, 'headers'>,
): GatewayResponse {
  const isOpen = headers['accept']?.includes(OPENMETRICS) === true;
  const [text, type] = isOpen
    ? ([openMetrics, OPENMETRICS_TYPE] as const)
    : ([toPlainText(openMetrics), TEXT_TYPE] as const);
  return bytesResponse([new TextEncoder().encode(text)], type, {
    'cache-control': 'no-store',
    vary: 'accept',
  });
}

/** In the text format, a counter's family has the name of its sample, and there are no units. */
function toPlainText(openMetrics: string): string {
  const lines = openMetrics.split('\n');
  const counters = new Set(
    lines.flatMap((line) => /^# TYPE (\S+) counter$/.exec(line)?.slice(1) ?? []),
  );
  return lines
    .filter((line) => line !== '# EOF' && !line.startsWith('# UNIT '))
    .map((line) =>
      line.replace(/^(# (?:TYPE|HELP) )(\S+)/, (all, what: string, name: string) =>
        counters.has(name) ? `${what}${name}_total` : all,
      ),
    )
    .join('\n');
}
