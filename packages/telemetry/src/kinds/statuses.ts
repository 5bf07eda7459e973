import type { ExportAnswer, Verdict } from './exporter-kind.ts';

/** Statuses after which OTLP allows the same request again. Source: OTLP 1.x, "Retryable Response Codes". */
export const OTLP_RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Which statuses of one receiver deviate from the rule. */
export interface StatusRules {
  readonly retried: ReadonlySet<number>;
  /** Whether one invalid record makes it refuse the whole batch with a 400. */
  readonly isAllOrNothing: boolean;
}

/** Returns what a status means when the receiver did not take the batch. */
export function verdictOfStatus({ status }: ExportAnswer, rules: StatusRules): Verdict {
  if (rules.retried.has(status)) return { kind: 'retry' };
  if (status === 401 || status === 403) return { kind: 'refused', reason: 'auth' };
  if (status === 402) return { kind: 'refused', reason: 'quota' };
  if (status === 413) return { kind: 'split', because: 'size' };
  if (status === 400 && rules.isAllOrNothing) return { kind: 'split', because: 'data' };
  // A redirect is not followed: it may lead the credentials somewhere else.
  const isMissing = status === 404 || status === 405 || status === 410 || isRedirect(status);
  return { kind: 'refused', reason: isMissing ? 'missing' : 'data' };
}

export function isSuccess({ status }: ExportAnswer): boolean {
  return status >= 200 && status < 300;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}
