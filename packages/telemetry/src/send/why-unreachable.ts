import { isEgressError } from '@model-gateway/core';
import { codeOf } from '@model-gateway/core/kit';

/**
 * Returns one sentence saying why a call got no answer: the client's message or, for a connection
 * that failed, the system error behind it.
 */
export function whyUnreachable(error: unknown): string {
  if (!isEgressError(error)) return 'it could not be called';
  const says = error.message.replace(/\.$/, '');
  if (error.reason !== 'unreachable') return says;
  // Several addresses that fail make one error, whose own code is that of the first.
  const code = codeOf(error.cause);
  if (code === 'ECONNREFUSED') return `${says}: nothing listens there`;
  if (code === 'ECONNRESET') return `${says}: it closed the connection`;
  if (code === undefined) return says;
  return isOfTls(code) ? `${says}: TLS failed (${code})` : `${says} (${code})`;
}

/** The codes of OpenSSL's errors and of certificates that are not trusted. */
function isOfTls(code: string): boolean {
  return code === 'EPROTO' || /SSL|TLS|CERT|ISSUER|SIGNATURE/.test(code);
}
