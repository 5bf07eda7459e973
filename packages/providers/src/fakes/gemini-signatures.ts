import { createHmac } from 'node:crypto';
import { fieldsOf, type Fields } from '../http/fields.ts';

/** Documented for calls whose signature is not there. */
const STAND_IN = 'skip_thought_signature_validator';

/** Returns the signature that the fake puts on something. */
export function signatureOf(signed: string): string {
  return createHmac('sha256', 'fake').update(signed).digest('base64');
}

/** Returns what a signature of a part is over: the call, or the text. */
export function signedBy({ functionCall, text }: Fields): string {
  const { name, args } = fieldsOf(functionCall);
  return functionCall === undefined
    ? `text ${String(text)}`
    : `call ${JSON.stringify([name, args])}`;
}

/**
 * Returns what is wrong with the signatures of a turn of the model. `isCurrent` when no user has
 * spoken since: then its first call has to be signed.
 */
export function wrongSignature(parts: readonly Fields[], isCurrent: boolean): string | undefined {
  const said = parts.filter(({ text, thought }) => typeof text === 'string' && thought !== true);
  const text = said.map((part) => String(part['text'])).join('');
  for (const part of parts) {
    const { thoughtSignature: signature, functionCall } = part;
    const isCall = functionCall !== undefined;
    if (signature === undefined || (isCall && signature === STAND_IN)) continue;
    if (signature !== signatureOf(signedBy(isCall ? part : { text }))) {
      return 'Corrupted thought signature.';
    }
  }
  const [first] = parts.filter(({ functionCall }) => functionCall !== undefined);
  if (!isCurrent || first === undefined || first['thoughtSignature'] !== undefined)
    return undefined;
  const { name } = fieldsOf(first['functionCall']);
  return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${String(name)}\`.`;
}
