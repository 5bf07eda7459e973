/**
 * Parameters that a client must never set through `provider.options`: what the gateway itself
 * decides, and what makes the provider call an address. Lower case.
 */
const NEVER_PASSED = new Set([
  'model',
  'prompt',
  'n',
  'stream',
  'response_format',
  'sync_mode',
  'version',
  'messages',
  'tools',
  'max_tokens',
  'max_completion_tokens',
  'stream_options',
]);

const MAKES_IT_CALL = /^(?:webhook|callback)|(?:^|_)ur[il]s?$/;

/** Throws `TypeError` for a parameter that may not be on the allow-list of the model at a place. */
export function checkPassthrough(place: string, parameters: Iterable<string>): void {
  for (const parameter of parameters) {
    const name = parameter.toLowerCase();
    if (!NEVER_PASSED.has(name) && !MAKES_IT_CALL.test(name)) continue;
    throw new TypeError(
      `${place}.passthrough must not have ${parameter}: the gateway decides it, or it makes the provider call an address`,
    );
  }
}
