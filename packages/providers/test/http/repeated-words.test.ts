import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classifyAnswer } from '../../src/http/classify.ts';
import { MESSAGE_FAILURES } from '../../src/wires/anthropic/failures.ts';
import { CONVERSE_FAILURES } from '../../src/wires/bedrock/failures.ts';
import { GEMINI_FAILURES } from '../../src/wires/gemini/failures.ts';
import { XAI_FAILURES } from '../../src/xai/failures.ts';

/*
 * A refused credential opens the breaker at once, for all clients. What a provider repeats of a
 * request must not look like one: names of tools, members of schemas, types of blocks.
 */

const RULES = {
  anthropic: MESSAGE_FAILURES,
  bedrock: CONVERSE_FAILURES,
  gemini: GEMINI_FAILURES,
  xai: XAI_FAILURES,
};

describe('a refusal that repeats the words of a request', () => {
  const repeated: readonly (readonly [keyof typeof RULES, string])[] = [
    [
      'gemini',
      '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[api_key].properties: should be non-empty for OBJECT type',
    ],
    ['gemini', 'Invalid value at \'contents[0].parts[0]\' (oneof), "api key"'],
    [
      'anthropic',
      "messages.0.content.0: Input tag 'credit balance' found using 'type' does not match any of the expected tags",
    ],
    [
      'anthropic',
      'tools.0.custom.input_schema: JSON schema is invalid: usage limits is not a type',
    ],
    ['bedrock', 'The value at toolConfig.tools.0 is invalid: too many tokens per day'],
    ['xai', 'Invalid request content: tools[0].function.parameters: unknown type api_key'],
  ];
  for (const [provider, message] of repeated) {
    it(`is the client's to mend: ${provider}, ${message}`, () => {
      const body = JSON.stringify({ error: { type: 'invalid_request_error', message } });
      const answer = { status: 400, headers: {}, body };
      assert.equal(classifyAnswer(answer, 0, RULES[provider]).failure, 'parameter');
    });
  }

  const own: readonly (readonly [keyof typeof RULES, string])[] = [
    ['gemini', 'API key not valid. Please pass a valid API key.'],
    ['gemini', 'API Key not found. Please pass a valid API key.'],
    ['anthropic', 'Your credit balance is too low to access the Anthropic API.'],
    ['anthropic', 'This organization has been disabled.'],
    ['bedrock', 'Too many tokens per day, please wait before trying again.'],
    ['xai', 'Incorrect API key provided: k***y.'],
    ['xai', 'Incorrect%20API%20key%20provided:%20k***y.'],
  ];
  for (const [provider, message] of own) {
    it(`is the operator's to mend in the words of ${provider}: ${message}`, () => {
      const body = JSON.stringify({ error: { message } });
      const answer = { status: 400, headers: {}, body };
      assert.equal(classifyAnswer(answer, 0, RULES[provider]).failure, 'credential');
    });
  }
});
