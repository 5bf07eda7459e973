import { GatewayError } from '../errors.ts';
import type { GatewayHandler } from '../http/message.ts';
import { defineOperation } from './define-operation.ts';
import type { AnyOperation } from './operation.ts';
import type { GatewayContext } from './operation-context.ts';

/**
 * Returns what answers requests of no operation: `handler`, for callers with a key, within the rate
 * limit of their key. Keys with a list of models are refused, because what a request of an unknown
 * form would use cannot be known. Source: contract §1.10.
 */
export function passThroughOperation(handler: GatewayHandler): AnyOperation {
  return defineOperation({
    id: 'passThrough',
    // Of no meaning here: it answers whatever comes.
    method: 'POST',
    path: '/*path',
    summary: 'Pass a request through',
    permission: 'inference',
    limiter: ({ inference }: GatewayContext) => inference.limiter,

    async handle({ request, caller }) {
      if (caller?.allowedModels != null) {
        throw new GatewayError('notFound', {
          message:
            'Resource not found: this key is limited to models, so it may only call operations of ' +
            'the gateway',
        });
      }
      const response = await handler(request);
      if (response === undefined) throw new GatewayError('notFound');
      return response;
    },
  });
}
