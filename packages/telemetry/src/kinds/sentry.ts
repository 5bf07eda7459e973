import { endingWith, type ConfigReader } from './config-reader.ts';
import { otlpKind } from './otlp-kind.ts';

/** Attempts are spans, because it drops events and searches no lists. Answers 202 without a body. */
export const sentry = otlpKind({
  type: 'sentry',
  style: { shape: 'tree' },
  connect: (read) => ({
    url: endingWith(read.url('otlpEndpoint'), '/v1/traces'),
    headers: { 'x-sentry-auth': `sentry sentry_key=${publicKeyIn(read)}` },
  }),
});

/** The user name of the DSN: `https://PUBLIC_KEY@host/project`. */
function publicKeyIn(read: ConfigReader): string {
  const dsn = read.text('dsn');
  const key = URL.canParse(dsn) ? new URL(dsn).username : '';
  if (!/^[0-9A-Za-z_-]{1,256}$/.test(key)) {
    read.fail('config.dsn must be a DSN, https://<public key>@<host>/<project>');
  }
  return key;
}
