import type { Administration, GuardrailRecord } from '@model-gateway/sql';
import { CommandError } from './io.ts';

/** Returns the guardrail with this id; throws where the store has none. */
export async function guardrailIn(admin: Administration, id: string): Promise<GuardrailRecord> {
  const guardrail = await admin.guardrails.show(id);
  if (guardrail !== undefined) return guardrail;
  throw new CommandError(
    `there is no guardrail ${id}; model-gateway guardrails list shows those that exist`,
  );
}
