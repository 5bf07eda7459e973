import type { View } from '../view/view.ts';
import { ConfigReader } from './config-reader.ts';
import { bearer } from './credentials.ts';
import type { Caps, ExportContext, ExporterKind, ExportRequest } from './exporter-kind.ts';
import { inTurns } from './in-turns.ts';
import { isSuccess, OTLP_RETRIED, verdictOfStatus } from './statuses.ts';
import { IDENTIFIER, IDENTIFIER_FORM, TABLE_COLUMNS, toTableRow } from './table-row.ts';

const CAPS: Caps = { records: 500, bytes: 4 * 1024 * 1024 };
const RULES = { retried: OTLP_RETRIED, isAllOrNothing: true };

const ACCOUNT = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;

const TYPES = { text: 'STRING', time: 'TIMESTAMP_NTZ', number: 'DOUBLE', json: 'STRING' } as const;

/** Inserts rows by the SQL API with a programmatic access token. Source: docs.snowflake.com, SQL API. */
export const snowflake: ExporterKind = {
  type: 'snowflake',
  compile(config) {
    const read = new ConfigReader(config);
    const account = read.matching('account', ACCOUNT, 'an account identifier such as acme-eu');
    const name = (member: string, fallback: string) =>
      read.matching(member, IDENTIFIER, IDENTIFIER_FORM, fallback);
    const place = {
      database: name('database', 'SNOWFLAKE_LEARNING_DB'),
      schema: name('schema', 'PUBLIC'),
      warehouse: name('warehouse', 'COMPUTE_WH'),
    };
    const table = name('table', 'MODEL_GATEWAY_TRACES');
    const token = read.text('token');
    const own = read.headers();
    if (read.problem !== undefined) return { problem: read.problem };

    const insert = insertInto(`${place.database}.${place.schema}.${table}`);
    const ending = JSON.stringify({ ...place, timeout: 60 }).slice(1);
    /** Of the JSON of members of the request. */
    const request = (members: string, { batchId }: ExportContext): ExportRequest => ({
      // The same id at a retry: a statement that was executed is not executed again.
      url:
        `https://${account}.snowflakecomputing.com/api/v2/statements` +
        `?requestId=${batchId}&retry=true`,
      method: 'POST',
      headers: {
        ...own,
        authorization: bearer(token),
        'x-snowflake-authorization-token-type': 'PROGRAMMATIC_ACCESS_TOKEN',
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: `{${members},${ending}`,
      mayCompress: false,
    });
    return {
      caps: CAPS,
      encode: async (views, context) => {
        const rows = (await inTurns(views, rowsInText)).join(',');
        const bindings = `{"1":{"type":"TEXT","value":"[${rows}]"}}`;
        return request(`"statement":${JSON.stringify(insert)},"bindings":${bindings}`, context);
      },
      verdict: (answer) =>
        isSuccess(answer) ? { kind: 'sent', rejected: 0 } : verdictOfStatus(answer, RULES),
      test: (context) => request('"statement":"SELECT 1"', context),
    };
  },
};

/** Rows as JSON that is part of a text in JSON, which is why it is escaped. */
function rowsInText(views: readonly View[]): string {
  const rows = views.map((view) => JSON.stringify(toTableRow(view))).join(',');
  return JSON.stringify(rows).slice(1, -1);
}

/** One bind holds all rows, so that no value becomes part of the statement. */
function insertInto(table: string): string {
  const columns = Object.entries(TABLE_COLUMNS);
  const names = columns.map(([column]) => column).join(', ');
  const values = columns.map(([column, form]) => `f.value:${column}::${TYPES[form]}`).join(', ');
  return (
    `INSERT INTO ${table} (${names}) ` +
    `SELECT ${values} FROM TABLE(FLATTEN(INPUT => PARSE_JSON(?))) f`
  );
}
