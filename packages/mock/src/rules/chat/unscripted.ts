import { GatewayError } from '@model-gateway/core';
import { finishResponse, requestIdOf, type GatewayResponse } from '@model-gateway/core/http';
import { chatAdvice } from '../../chat/chat-advice.ts';
import { diagnostic } from '../../diagnostics.ts';
import { FINAL } from '../../http/retry-headers.ts';
import { injectedError } from '../actions/injected-error.ts';
import type { Next } from '../rule.ts';
import type { RuleContext } from '../rule-context.ts';

const MOST_RULES = 5;

/**
 * Answers a conversation that no rule answers with a 424 that says which rule to write and why those
 * there are did not; requests that the gateway refuses are refused as always. Returns also whether it
 * came to that.
 */
export async function failUnscripted(
  context: RuleContext,
  mismatches: () => Promise<readonly string[]>,
  next: Next,
): Promise<{ readonly response: GatewayResponse; readonly isUnscripted: boolean }> {
  let failure: GatewayResponse | undefined;
  const chat = async () => {
    const { last = '' } = (await context.conversation()) ?? {};
    const lines = await mismatches();
    const rules =
      lines.length === 0
        ? 'none exists'
        : `the rules are: ${lines.slice(0, MOST_RULES).join(' | ')}`;
    const { message } = diagnostic(
      'GW1215',
      `no rule answers this conversation; ${rules}. Write ${chatAdvice(last)}`,
    );
    const { request } = context;
    const response = injectedError(424, { message, headers: FINAL }, context);
    failure = finishResponse(request, response, requestIdOf(request));
    throw new GatewayError('providerFailed');
  };
  context.chat = chat;
  const response = await next();
  return { response: failure ?? response, isUnscripted: failure !== undefined };
}
