import { OUTCOMES, REQUEST_CLASSES } from '../counters/counters.ts';
import type { DestinationStats, TelemetryStats } from './telemetry-stats.ts';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [suffix: string, labels: Labels, value: number];

/**
 * Returns the counters in the text format of OpenMetrics 1.0, for a scrape with the content type
 * `application/openmetrics-text; version=1.0.0; charset=utf-8`.
 */
export function toOpenMetrics({ destinations, unrouted }: TelemetryStats): string {
  const each = (samples: (of: DestinationStats, labels: Labels) => readonly Sample[]) =>
    destinations.flatMap((of) => samples(of, { destination: of.id, kind: of.kind }));
  const gauge = (value: (of: DestinationStats) => number) =>
    each((of, labels) => [['', labels, value(of)]]);
  return [
    ...family('records', 'counter', 'Records by what became of them.', [
      ...each((of, labels) =>
        OUTCOMES.map((outcome) => ['_total', { ...labels, outcome }, of.outcomes[outcome]]),
      ),
    ]),
    ...family('requests', 'counter', 'Requests by how they ended.', [
      ...each((of, labels) =>
        REQUEST_CLASSES.map((end) => ['_total', { ...labels, class: end }, of.requests[end]]),
      ),
    ]),
    ...family('retries', 'counter', 'Batches that were sent again.', [
      ...each((of, labels) => [['_total', labels, of.retries]]),
    ]),
    ...family('unrouted', 'counter', 'Records lost because destinations could not be read.', [
      ['_total', {}, unrouted],
    ]),
    ...family(
      'queue_records',
      'gauge',
      'Records that wait.',
      gauge(({ queued }) => queued),
    ),
    ...family(
      'queue_bytes',
      'gauge',
      'Their size.',
      gauge(({ queuedBytes }) => queuedBytes),
    ),
    ...family('in_flight_records', 'gauge', 'Records in batches that were begun.', [
      ...gauge(({ inFlight }) => inFlight),
    ]),
    ...family('breaker_open', 'gauge', '1 while nothing is sent.', [
      ...gauge(({ breaker }) => (breaker === 'open' || breaker === 'suspended' ? 1 : 0)),
    ]),
    ...family('last_success_seconds', 'gauge', 'When a batch last arrived, Unix time.', [
      ...each((of, labels) =>
        of.lastSuccess === undefined ? [] : [['', labels, of.lastSuccess / 1000]],
      ),
    ]),
    ...family('send_seconds', 'histogram', 'How long requests took.', each(histogram)),
    '# EOF',
    '',
  ].join('\n');
}

function histogram({ sendTimes }: DestinationStats, labels: Labels): Sample[] {
  const { bounds, counts, sumSeconds } = sendTimes;
  let count = 0;
  const buckets = counts.map((more, i): Sample => {
    count += more;
    const bound = bounds[i];
    return ['_bucket', { ...labels, le: bound === undefined ? '+Inf' : decimal(bound) }, count];
  });
  return [...buckets, ['_count', labels, count], ['_sum', labels, sumSeconds]];
}

function family(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
  const full = `gateway_telemetry_${name}`;
  return [
    `# TYPE ${full} ${type}`,
    `# HELP ${full} ${help}`,
    ...samples.map(([suffix, labels, value]) => `${full}${suffix}${inBraces(labels)} ${value}`),
  ];
}

function inBraces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Bounds are written as floats, so that every exporter names them alike. */
function decimal(bound: number): string {
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}
