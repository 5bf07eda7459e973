import { isEgressError } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';

async function main(): Promise<void> {
  const client = createGuardedHttpClient();
  const signal = AbortSignal.timeout(5000);
  const outcome = await client({ url: 'http://127.0.0.1/', method: 'GET', signal }).catch(
    (error: unknown) => error,
  );
  await client.close();
  if (!isEgressError(outcome) || outcome.reason !== 'refused') {
    throw new Error('expected a call to this machine to be refused', { cause: outcome });
  }
}

void main();
