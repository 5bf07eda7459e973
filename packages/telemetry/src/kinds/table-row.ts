import type { View } from '../view/view.ts';

/** The columns of a table of traces, in order. Objects are JSON. */
export const TABLE_COLUMNS = {
  TRACE_ID: 'text',
  SPAN_ID: 'text',
  TIMESTAMP: 'time',
  DURATION_MS: 'number',
  MODEL: 'text',
  PROVIDER: 'text',
  STATUS: 'text',
  SPAN_TYPE: 'text',
  USER_ID: 'text',
  SESSION_ID: 'text',
  TOTAL_COST: 'number',
  TOTAL_TOKENS: 'number',
  INPUT: 'text',
  OUTPUT: 'text',
  MODEL_PARAMETERS: 'json',
  METADATA: 'json',
} as const;

/** One row of such a table; null where nothing is known. */
export type TableRow = Readonly<Record<keyof typeof TABLE_COLUMNS, string | number | null>>;

export function toTableRow({ metadata, content }: View): TableRow {
  const { usage, attempts, images } = metadata;
  return {
    TRACE_ID: metadata.traceId,
    SPAN_ID: metadata.spanId,
    TIMESTAMP: new Date(metadata.startedAt).toISOString(),
    DURATION_MS: metadata.endedAt - metadata.startedAt,
    MODEL: metadata.model,
    PROVIDER: metadata.provider ?? null,
    STATUS: metadata.failure ?? 'ok',
    SPAN_TYPE: 'generation',
    USER_ID: metadata.userId,
    SESSION_ID: metadata.sessionId ?? null,
    TOTAL_COST: metadata.cost === undefined ? null : Number(metadata.cost),
    TOTAL_TOKENS: usage?.total ?? null,
    INPUT: content?.prompt ?? null,
    OUTPUT: content?.output ?? null,
    MODEL_PARAMETERS: JSON.stringify(metadata.parameters),
    METADATA: JSON.stringify({
      requestId: metadata.requestId,
      operation: metadata.operation,
      workspaceId: metadata.workspaceId,
      apiKeyName: metadata.keyName,
      status: metadata.status,
      usage,
      attempts,
      images,
    }),
  };
}

/** The form of names of databases, schemas and tables; it makes quoting unnecessary. */
export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
export const IDENTIFIER_FORM = 'a letter or _, then letters, digits and _, up to 128';
