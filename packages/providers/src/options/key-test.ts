import { ProviderFailure } from '@model-gateway/core';
import { discard } from '../http/body.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import { accepted, senderFor } from '../http/upstream.ts';
import type { ListedProvider } from './listed-provider.ts';
import type { KeyTest, Opened } from './provider-base.ts';

/** Makes what asks a provider whether it takes its key; nothing without a request for it. */
export function keyTester(
  test: KeyTest | undefined,
  { access, upstream }: Opened,
  failures: readonly FailureRule[],
): Pick<ListedProvider, 'takesKey'> {
  if (test === undefined) return {};
  const { path, headers = {}, base = (url) => url } = test;
  const asked = {
    ...upstream,
    send: senderFor({ ...access, baseUrl: base(access.baseUrl) }),
    failures: [...UNPAID, ...(test.failures ?? []), ...upstream.failures, ...failures, FORBIDDEN],
  };
  return {
    async takesKey(signal) {
      try {
        const context = { signal, progress() {} };
        const { body } = await accepted(asked, { method: 'GET', path, headers }, context);
        await discard(body);
        return true;
      } catch (error) {
        // Any other failure, of the connection too, says nothing about the key.
        if (!(error instanceof ProviderFailure)) return undefined;
        if (error.failure === 'credential') return false;
        if (error.failure === 'context') return 'unpaid';
        return error.failure === 'policy' ? 'forbidden' : undefined;
      }
    },
  };
}

// The classes of these two are ones that no request without content has by itself.

/** Knows the key, whose account has no credit. */
const UNPAID: readonly FailureRule[] = [
  { status: [402], is: 'context' },
  {
    status: [429],
    code: /insufficient_quota|billing_hard_limit|exceeded_current_quota/,
    is: 'context',
  },
];

/** Refuses the key, or what is asked with it, where no other rule says which. */
const FORBIDDEN: FailureRule = { status: [403], is: 'policy' };
