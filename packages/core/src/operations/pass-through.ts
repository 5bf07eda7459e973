import { GatewayError } from '../errors.ts';
import type { GatewayHandler, GatewayRequest } from '../http/message.ts';
import { quoteValue } from '../input/quote.ts';
import { guardrailForbids } from '../accounts/guardrail-forbids.ts';
import type { AppliedGuardrail } from '../ports/guardrail-store.ts';
import { hashKey } from '../secrets/hash-key.ts';
import { defineOperation } from './define-operation.ts';
import { guardrailsOf } from './inference-operation.ts';
import type { AnyOperation } from './operation.ts';
import type { GatewayContext } from './operation-context.ts';

/**
 * Returns what answers requests of no operation: `handler`, for callers with a key, within the rate
 * limit of their key. Keys with a list of models are refused, and those that guardrails limit,
 * because what a request of an unknown form would use cannot be known. So is another spelling
 * of an operation, whose path `meantBy` returns: the upstream may read it as that, and it would not be
 * billed. Source: contract §1.10, §6.3.
 */
export function passThroughOperation(
  handler: GatewayHandler,
  meantBy: (request: GatewayRequest) => string | undefined,
): AnyOperation {
  return defineOperation({
    id: 'passThrough',
    // Of no meaning here: it answers whatever comes.
    method: 'POST',
    path: '/*path',
    summary: 'Pass a request through',
    permission: 'inference',
    limiter: ({ inference }: GatewayContext) => inference.limiter,

    async handle({ request, caller }, context: GatewayContext) {
      if (caller?.allowedModels != null) {
        throw new GatewayError('notFound', {
          message:
            'Resource not found: this key is limited to models, so it may only call operations of ' +
            'the gateway',
        });
      }
      const [against] = (await guardrailsOf(caller, context)).filter(limitsUse);
      if (against !== undefined) {
        const what = 'what is no operation of this gateway: what it would use cannot be known';
        throw guardrailForbids(against, what);
      }
      const meant = meantBy(request);
      if (meant !== undefined) throw misspelt(meant);
      const response = await handler(ofCaller(request, caller?.hash));
      if (response === undefined) throw new GatewayError('notFound');
      return response;
    },
  });
}

function misspelt(meant: string): GatewayError {
  return new GatewayError('notFound', {
    message:
      'Resource not found: the path is not passed on, because the upstream may read it as ' +
      `${quoteValue(meant)}, which is an operation of this gateway`,
  });
}

/** Whether it says more than what may be spent; what passes through is not billed. */
function limitsUse({ allowedModels, allowedProviders, zdr }: AppliedGuardrail): boolean {
  return allowedModels !== null || allowedProviders !== null || zdr;
}

/**
 * Callers share the operator's key at the upstream, so each gets idempotency keys of its own: what
 * one chose neither blocks nor answers another one.
 */
function ofCaller(request: GatewayRequest, keyHash = ''): GatewayRequest {
  const given = request.headers[IDEMPOTENCY];
  if (given === undefined) return request;
  const own = hashKey(`${keyHash}\n${given}`);
  const { method, path, search, mount, body, signal, onSent, hostRequest } = request;
  const headers = { ...request.headers, [IDEMPOTENCY]: own };
  return { method, path, search, mount, headers, body, signal, onSent, hostRequest };
}

const IDEMPOTENCY = 'idempotency-key';
