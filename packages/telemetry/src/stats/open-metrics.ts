import { OUTCOMES, REQUEST_CLASSES } from '../counters/counters.ts';
import { sumOf } from './sum-stats.ts';
import type { DestinationStats, TelemetryStats } from './telemetry-stats.ts';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [suffix: string, labels: Labels, value: number];

/**
 * Returns the counters in the text format of OpenMetrics 1.0, for a scrape with the content type
 * `application/openmetrics-text; version=1.0.0; charset=utf-8`. Counters and times are sums over the
 * destinations of a kind, and a destination has only what tells that it hangs: a gateway may have
 * thousands of them. Outcomes of records exist from the start, at 0, so that the first loss is an
 * increase.
 */
export function toOpenMetrics({ destinations, totals, unrouted }: TelemetryStats): string {
  const kinds = sumsOfKinds(destinations);
  const each = (samples: (of: DestinationStats, labels: Labels) => readonly Sample[]) =>
    [...kinds].flatMap(([kind, of]) => samples(of, { kind }));
  const ofEach = (value: (of: DestinationStats) => number) =>
    destinations.map((of): Sample => ['', { destination: of.id, kind: of.kind }, value(of)]);
  return [
    ...family(
      'records',
      'counter',
      'Records by what became of them.',
      OUTCOMES.map((outcome) => ['_total', { outcome }, totals.outcomes[outcome]]),
    ),
    ...family('requests', 'counter', 'Requests by how they ended.', [
      ...each(({ requests }, labels) =>
        REQUEST_CLASSES.map((end) => ['_total', { ...labels, class: end }, requests[end]]),
      ),
    ]),
    ...family('retries', 'counter', 'Batches that were sent again.', [
      ...each(({ retries }, labels) => [['_total', labels, retries]]),
    ]),
    ...family('unrouted', 'counter', 'Records lost because destinations could not be read.', [
      ['_total', {}, unrouted],
    ]),
    ...family('queue_bytes', 'gauge', 'The size of the records that wait.', [
      ...each(({ queuedBytes }, labels) => [['', labels, queuedBytes]]),
    ]),
    ...family('in_flight_records', 'gauge', 'Records in batches that were begun.', [
      ...each(({ inFlight }, labels) => [['', labels, inFlight]]),
    ]),
    ...family('send_seconds', 'histogram', 'How long requests took.', each(histogram)),
    ...family(
      'queue_records',
      'gauge',
      'Records that wait.',
      ofEach(({ queued }) => queued),
    ),
    ...family(
      'breaker_open',
      'gauge',
      '1 while nothing is sent.',
      ofEach(({ breaker }) => (breaker === 'open' || breaker === 'suspended' ? 1 : 0)),
    ),
    ...family(
      'last_success_seconds',
      'gauge',
      'When a batch last arrived, Unix time.',
      ofEach(({ lastSuccess = Number.NaN }) => lastSuccess / 1000).filter(
        ([, , value]) => !Number.isNaN(value),
      ),
    ),
    '# EOF',
    '',
  ].join('\n');
}

/** What the destinations of a kind add up to. */
function sumsOfKinds(destinations: readonly DestinationStats[]) {
  const kinds = new Map<string, DestinationStats>();
  for (const one of destinations) {
    const before = kinds.get(one.kind);
    kinds.set(one.kind, before === undefined ? one : sumOf(before, one));
  }
  return kinds;
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
