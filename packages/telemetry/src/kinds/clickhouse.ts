import type { View } from '../view/view.ts';
import { ConfigReader } from './config-reader.ts';
import type { Caps, ExportAnswer, ExporterKind, ExportRequest, Verdict } from './exporter-kind.ts';
import { inTurns } from './in-turns.ts';
import { isSuccess, OTLP_RETRIED, verdictOfStatus } from './statuses.ts';
import { IDENTIFIER, IDENTIFIER_FORM, toTableRow } from './table-row.ts';

/** ClickHouse prefers few, large inserts. */
const CAPS: Caps = { records: 1000, bytes: 4 * 1024 * 1024 };
const RULES = { retried: OTLP_RETRIED, isAllOrNothing: true };

const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?(?::\d{1,5})?$/;

/** Inserts rows over HTTP. Source: clickhouse.com/docs, HTTP interface and ErrorCodes. */
export const clickhouse: ExporterKind = {
  type: 'clickhouse',
  compile(config) {
    const read = new ConfigReader(config);
    const base = baseOf(read);
    const database = read.matching('database', IDENTIFIER, IDENTIFIER_FORM);
    const table = read.matching('table', IDENTIFIER, IDENTIFIER_FORM, 'model_gateway_traces');
    const [user, password] = [read.text('username'), read.text('password')];
    const own = read.headers();
    if (read.problem !== undefined) return { problem: read.problem };

    // Servers before 22 refuse the whole insert because of the unknown setting.
    let knowsTokens = true;
    const request = (body: string, batchId: string | undefined): ExportRequest => {
      const url = new URL(base);
      const { searchParams } = url;
      searchParams.set('query', `INSERT INTO \`${database}\`.\`${table}\` FORMAT JSONEachRow`);
      searchParams.set('date_time_input_format', 'best_effort');
      searchParams.set('input_format_skip_unknown_fields', '1');
      if (batchId !== undefined && knowsTokens) {
        searchParams.set('insert_deduplication_token', batchId);
      }
      const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password };
      return {
        url: url.href,
        method: 'POST',
        headers: { ...own, ...headers, 'content-type': 'application/x-ndjson' },
        body,
        mayCompress: true,
      };
    };
    return {
      caps: CAPS,
      encode: async (views, { batchId }) => {
        const parts = await inTurns(views, linesOf);
        return request(parts.join(''), batchId);
      },
      verdict(answer) {
        if (isSuccess(answer)) return { kind: 'sent', rejected: 0 };
        const code = exceptionCode(answer);
        if (code === UNKNOWN_SETTING && knowsTokens) {
          knowsTokens = false;
          return { kind: 'retry' };
        }
        return VERDICTS.get(code) ?? verdictOfStatus(answer, RULES);
      },
      // Checks login, table and columns, and stores nothing.
      test: () => request('', undefined),
    };
  },
};

const UNKNOWN_SETTING = 115;
const RETRY: Verdict = { kind: 'retry' };
const MISSING: Verdict = { kind: 'refused', reason: 'missing' };
const AUTH: Verdict = { kind: 'refused', reason: 'auth' };

/** Statuses differ between versions, codes do not. */
const VERDICTS: ReadonlyMap<number, Verdict> = new Map<number, Verdict>([
  [16, MISSING], // no such column
  [60, MISSING], // no such table
  [81, MISSING], // no such database
  [159, RETRY], // time-out
  [192, AUTH], // unknown user
  [202, RETRY], // too many queries
  [241, RETRY], // memory
  [252, RETRY], // too many parts
  [497, AUTH], // access denied
  [516, AUTH], // authentication failed
]);

function exceptionCode({ headers, body }: ExportAnswer): number {
  const header = headers['x-clickhouse-exception-code'];
  if (header !== undefined) return Number(header);
  return Number(/Code: (\d{1,5})/.exec(new TextDecoder().decode(body))?.[1]);
}

/** The host is a URL, or a name with a port: then over https. */
function baseOf(read: ConfigReader): URL {
  const host = read.text('host');
  if (host.includes('://')) return read.url('host');
  if (HOST.test(host)) return new URL(`https://${host}/`);
  read.fail('config.host must be a host name, with a port if need be, or an http or https URL');
  return new URL('https://invalid.invalid');
}

function linesOf(views: readonly View[]): string {
  return views.map((view) => `${JSON.stringify(toTableRow(view))}\n`).join('');
}
