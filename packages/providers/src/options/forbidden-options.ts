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

/** Returns whether a parameter may be on the allow-list of a model. */
export function mayPassThrough(parameter: string): boolean {
  const name = parameter.toLowerCase();
  return !NEVER_PASSED.has(name) && !MAKES_IT_CALL.test(name);
}
