import assert from 'node:assert/strict';
import { it } from 'node:test';

it('exports exactly these names', async () => {
  assert.deepEqual(Object.keys(await import('@model-gateway/conformance')).toSorted(), [
    'ADAPTER_CASES',
    'CREDIT_LEDGER_CASES',
    'DESTINATION_STORE_CASES',
    'FALL_THROUGH_BODY',
    'GUARDRAIL_ASSIGNMENT_STORE_CASES',
    'IMAGE_PROVIDER_CASES',
    'KEY_STORE_CASES',
    'MEMBER_STORE_CASES',
    'MODEL_STORE_CASES',
    'PARSER_LIMIT_BYTES',
    'RATE_LIMITER_CASES',
    'TELEMETRY_OUTBOX_CASES',
    'bindSuite',
    'createAdapterSubject',
    'hostErrorBody',
    'within',
  ]);
});
