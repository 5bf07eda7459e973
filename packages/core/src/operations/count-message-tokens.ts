import { MESSAGES } from '../chat/dialects/messages/dialect.ts';
import { ERROR_FORM } from '../chat/dialects/messages/write-error.ts';
import { sizeOf } from '../chat/money/size.ts';
import type { ChatCandidate } from '../chat/routing/candidates.ts';
import { GatewayError, invalidRequest } from '../errors.ts';
import type { GatewayRequest } from '../http/message.ts';
import { jsonResponse } from '../http/respond.ts';
import { estimatedTokensOf } from '../inference/money/tokens.ts';
import { startBudget } from '../inference/attempts/time-budget.ts';
import { isProviderFailure } from '../ports/provider-failure.ts';
import { MessageRequestSchema } from '../resources/message-request.ts';
import { TokenCountSchema } from '../resources/message.ts';
import { CONVERSATION } from './continue-conversation.ts';
import { candidatesFor } from './conversation-candidates.ts';
import { defineOperation } from './define-operation.ts';
import { modelsFor } from './inference-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** POST /messages/count_tokens. Source: contract §13.5. */
export const countMessageTokens = defineOperation({
  ...CONVERSATION,
  id: 'countMessageTokens',
  path: '/messages/count_tokens',
  summary: 'Count the tokens of a conversation',
  description:
    'Takes what `POST /messages` takes, and tells how long it is, without an answer and without a ' +
    'charge: as the provider counts, or where it has no endpoint for that, as an estimate.',
  body: { schema: MessageRequestSchema, secrets: [], exact: true },
  response: TokenCountSchema,
  keyHeader: 'x-api-key',
  requestIdHeader: 'request-id',
  errorForm: ERROR_FORM,
  // Providers are not asked for an answer, and nothing is paid for.
  errors: ['managementKeyRequired', 'guardrailForbids', 'notFound'],

  async handle({ request, body, caller }, context: GatewayContext) {
    const read = MESSAGES.read(body, request);
    if (!('request' in read)) throw invalidRequest(read);
    const usable = await modelsFor(read.models, 'text', caller, context);
    const asked = { names: MESSAGES.parameterNames, isHome: () => false };
    const candidate = firstOf(candidatesFor(read, asked, usable, caller, context));
    const counted = candidate && (await countBy(candidate, request, context));
    return jsonResponse(
      counted === undefined
        ? { input_tokens: estimatedTokensOf(sizeOf(read.request)), is_estimate: true }
        : { input_tokens: counted },
    );
  },
});

/** Undefined where no endpoint can serve it as it is: how long it is may be the reason. */
function firstOf(found: readonly ChatCandidate[] | GatewayError): ChatCandidate | undefined {
  if (!(found instanceof GatewayError)) return found[0];
  if (found.code === 'invalidRequest') return undefined;
  throw found;
}

const COUNT_MS = 10_000;

/** Asks the provider that would serve; undefined where it does not count, or fails to. */
async function countBy(
  { face: chat, job }: ChatCandidate,
  { signal: client }: Pick<GatewayRequest, 'signal'>,
  { clock, report }: GatewayContext,
): Promise<number | undefined> {
  if (chat.countTokens === undefined) return undefined;
  const budget = startBudget(COUNT_MS, clock, client);
  const { signal } = budget;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([chat.countTokens(job, { signal }), ended]);
  } catch (error) {
    if (client?.aborted === true) throw error;
    if (!isProviderFailure(error)) report(error);
    return undefined;
  } finally {
    budget.end();
  }
}
