import type { UpstreamError } from './read-error.ts';

const CODE = /un(?:supported|known|recognized)_(?:parameter|argument)|extra_forbidden/;
const SENTENCE =
  /\b(?:un(?:supported|known|recognized)(?: request)? (?:parameter|argument|field)s?(?: supplied)?:? (?:parameter )?['"`]?([\w.]{1,60})|(?:(\w{1,60})[\w.]{0,60}: )?extra (?:inputs|fields) (?:are )?not permitted)/i;
const LONGEST_MESSAGE = 2000;

/** Returns the member that a provider does not know; undefined for an error that says something else. */
export function unknownParameter({
  code,
  type,
  message,
  param,
}: UpstreamError): string | undefined {
  const [sentence, named, placed] = SENTENCE.exec(message.slice(0, LONGEST_MESSAGE)) ?? [];
  return sentence !== undefined || CODE.test(code) || CODE.test(type)
    ? (param ?? named ?? placed)
    : undefined;
}
