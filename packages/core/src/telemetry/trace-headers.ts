import type { TraceParent } from '../ports/request-record.ts';

type Headers = Readonly<Record<string, string>>;

const SESSION_ID = /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/;

/**
 * Returns the `x-session-id` of a request: 1 to 256 printable ASCII characters. Undefined when it is
 * missing or malformed; none is made up. Source: contract §1.11.
 */
export function sessionIdIn(headers: Headers): string | undefined {
  return sessionIdOf(headers['x-session-id']);
}

/** The same of a member of a body. */
export function sessionIdOf(given: string | undefined): string | undefined {
  return given !== undefined && SESSION_ID.test(given) ? given : undefined;
}

/** Later versions may append fields after another dash. */
const TRACE_PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/**
 * Returns the W3C `traceparent` of a request; undefined when it is missing or malformed. Source:
 * contract §1.11.
 */
export function traceParentIn(headers: Headers): TraceParent | undefined {
  const given = headers['traceparent'];
  if (given === undefined) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACE_PARENT.exec(given) ?? [];
  if (version === undefined || version === 'ff') return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
