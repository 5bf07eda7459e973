import type { Guardrail } from '@model-gateway/core';
import { present, toGuardrail } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { MOCK_ACCOUNT } from '../mock-account.ts';
import { checkNames, createInputCheck, invalid } from './check-input.ts';
import { uuidOf } from './uuid-of.ts';
import type { PartialInput } from './input-types.ts';

/** Input of `guardrail()`: every member of a guardrail by its own name. */
export type GuardrailSpec = PartialInput<Guardrail>;

/**
 * Builds a guardrail, for `guardrails` of a tenant or world. It limits nothing that is left out, and
 * its id is a function of its name, the same as that of `assignment({ guardrail: name })`. Throws
 * GW1701 for invalid input.
 *
 * ```ts
 * guardrail({ name: 'cheap', allowedModels: ['acme/quill-mini'], usd: '5', reset: 'daily' })
 * ```
 */
export function guardrail(spec: GuardrailSpec = {}): Guardrail {
  const building = { builder: 'guardrail', id: spec?.name ?? spec?.id };
  checkNames(spec, NAMES, building);
  const { name = 'test', id = uuidOf(`guardrail ${name}`) } = spec;
  const built = check(
    {
      id,
      accountId: MOCK_ACCOUNT.organizationId,
      name,
      allowedModels: null,
      allowedProviders: null,
      zdr: false,
      usd: null,
      reset: null,
      ...present(spec),
    },
    building,
  );
  try {
    return toGuardrail(built);
  } catch (error) {
    // Everything but a limit was checked already.
    throw error instanceof TypeError ? invalid(building, [{ message: error.message }]) : error;
  }
}

const TextSchema = v.pipe(v.string(), v.minLength(1));
const ListSchema = v.nullable(v.pipe(v.array(TextSchema), v.minLength(1)));

const InputSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  accountId: TextSchema,
  name: TextSchema,
  allowedModels: ListSchema,
  allowedProviders: ListSchema,
  zdr: v.boolean(),
  usd: v.nullable(v.string()),
  reset: v.nullable(v.picklist(['daily', 'weekly', 'monthly'])),
});

const NAMES = Object.keys(InputSchema.entries);
const check = createInputCheck(InputSchema);
