import { isJsonObject, quoteValue } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import { failureNamed, type FailureChoice } from './failures.ts';

/** Whether the value of a part is one, by the name of the part. */
const PARTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  say: isText,
  call: (name) => isText(name) && name !== '',
  reason: isText,
  refuse: isText,
  json: (value) => value === undefined || isWritable(value),
};

/**
 * Throws GW1212 for what is neither text, nor parts, nor an error, nor a function; GW1206 for an
 * error that does not exist. `subject` begins the sentence: `say() takes`.
 */
export function checkStep(subject: string, step: unknown): void {
  if (typeof step === 'function') return;
  if (isJsonObject(step) && 'fail' in step) failureNamed(step['fail'] as FailureChoice);
  else checkAnswer(subject, step, 'say, call, reason, refuse, json and fail return');
}

/** Throws GW1212 for what is neither text nor parts. */
export function checkAnswer(
  subject: string,
  answer: unknown,
  makers = 'say, call, reason, refuse and json return',
): void {
  if (typeof answer === 'string') return;
  const parts: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  for (const part of parts) {
    const wrong = wrongIn(part);
    if (wrong === undefined) continue;
    throw diagnostic('GW1212', `${subject} text, or what ${makers}, got ${wrong}`);
  }
}

/** Returns what is wrong about a part, in words. */
function wrongIn(part: unknown): string | undefined {
  const values = isJsonObject(part) ? Object.entries(part) : [];
  const said = values.filter(([name]) => Object.hasOwn(PARTS, name));
  if (said.length === 0) return quoteValue(part);
  const wrong = said.find(([name, value]) => PARTS[name]?.(value) === false);
  return wrong && `{ ${wrong[0]}: ${quoteValue(wrong[1])} }`;
}

/** Whether JSON can say it: not a function, a BigInt or an object that holds itself. */
function isWritable(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
