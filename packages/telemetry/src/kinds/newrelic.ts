import { otlpKind } from './otlp-kind.ts';

const HOSTS = { us: 'https://otlp.nr-data.net', eu: 'https://otlp.eu01.nr-data.net' };

/** A request has at most 10^6 bytes and a value 4,095 characters. Source: docs.newrelic.com, OTLP. */
export const newrelic = otlpKind({
  type: 'newrelic',
  caps: { bytes: 1_000_000 },
  style: { shape: 'tree', longestValue: 4095 },
  connect: (read) => {
    const region = read.matching('region', /^(?:us|eu)$/, 'one of us, eu', 'us');
    return {
      url: `${region === 'eu' ? HOSTS.eu : HOSTS.us}/v1/traces`,
      headers: { 'api-key': read.text('licenseKey') },
    };
  },
});
