import { GatewayError } from '../errors.ts';
import type { AppliedGuardrail } from '../ports/guardrail-store.ts';

/** Returns the 403 that names the guardrail, and says what it forbids. Source: contract §6.3. */
export function guardrailForbids(
  guardrail: AppliedGuardrail,
  what: string,
  metadata: Readonly<Record<string, unknown>> = {},
): GatewayError {
  const { id, name, scope } = guardrail;
  const whose = scope === 'key' ? 'this key' : 'the user of this key';
  return new GatewayError('guardrailForbids', {
    message: `Guardrail "${name}" of ${whose} forbids ${what}`,
    metadata: {
      // Also on operations whose errors do not have one.
      error_type: 'permission_denied',
      guardrail: name,
      guardrail_id: id,
      guardrail_scope: scope,
      ...metadata,
    },
  });
}
