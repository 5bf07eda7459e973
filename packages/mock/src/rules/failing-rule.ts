import type { GatewayResponse } from '@model-gateway/core/http';
import { diagnostic, isDiagnostic } from '../diagnostics.ts';
import type { WireFault } from './wire-fault.ts';
import { endedResponse, internalError } from './ended-response.ts';
import type { Next, Rule } from './rule.ts';
import type { RuleContext } from './rule-context.ts';

/**
 * Returns the answer of a rule, or of `fail` if the rule throws. An error of `next` is not the
 * rule's own.
 */
export async function answerOf(
  rule: Rule<WireFault>,
  { context, number }: { readonly context: RuleContext; readonly number: number },
  next: Next,
  fail: (error: unknown) => GatewayResponse,
): Promise<GatewayResponse> {
  let foreign: unknown;
  const watched: Next = async () => {
    try {
      return await next();
    } catch (error) {
      foreign = error;
      throw error;
    }
  };
  try {
    const response: unknown = await rule.answer(context, watched, number);
    checkResponse(rule.id, response);
    return response;
  } catch (error) {
    if (error === foreign) throw error;
    return fail(error);
  }
}

/** The answer of a rule that threw: a 500, whose author reads it, so it repeats what was thrown. */
export function failureOf(
  id: string,
  thrown: unknown,
  context: RuleContext,
  onError: (error: Error) => void,
): GatewayResponse {
  const ended = endedResponse(thrown, context);
  if (ended !== undefined) return ended;
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  const error = isDiagnostic(thrown)
    ? thrown
    : diagnostic('GW1201', `the rule "${id}" threw: ${said}`, { cause: thrown });
  onError(error);
  return internalError(error, context);
}

/** Plain JavaScript may forget to return. */
function checkResponse(id: string, given: unknown): asserts given is GatewayResponse {
  if (typeof given === 'object' && given !== null && 'status' in given && 'body' in given) return;
  throw diagnostic(
    'GW1201',
    `the rule "${id}" must return a response, such as that of \`await next()\`; it returned ${String(given)}`,
  );
}
