/** Returns a client's result in a few words. */
export function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return 'the images';
  return typeof value === 'string' ? 'the answer as text' : String(value);
}

/** `APICallError 502`, `TypeError: terminated ← UND_ERR_SOCKET`: what tests may look at. */
export function errorInWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Network errors say most in their code, and in the message of fetch.
  if (error instanceof TypeError)
    return `TypeError: ${error.message} ← ${causeInWords(error.cause)}`;
  const status = statusOf(error);
  return typeof status === 'number' ? `${nameOf(error)} ${status}` : nameOf(error);
}

function statusOf(error: Error): unknown {
  if ('statusCode' in error) return error.statusCode;
  return 'status' in error ? error.status : undefined;
}

function causeInWords(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : nameOf(cause);
}

/** SDKs do not all set `name`; a DOMException has its kind only there. */
function nameOf(error: Error): string {
  return error instanceof DOMException ? error.name : error.constructor.name;
}
