import type { ResponseRequest } from '../../../resources/response-request.ts';
import type { Dialect } from '../dialect.ts';
import { readResponseRequest } from './read-request.ts';
import { writeResponse } from './write-answer.ts';
import { ResponseEventWriter } from './write-events.ts';

/** What clients of POST /responses speak. Source: contract §14.1, §14.2. */
export const RESPONSES: Dialect<ResponseRequest> = {
  read: readResponseRequest,
  promptOf: ({ input }) => (typeof input === 'string' ? input : JSON.stringify(input)),
  inputPath: 'input',
  parameterNames: {
    messages: 'input',
    max_tokens: 'max_output_tokens',
    response_format: 'text.format',
    logprobs: 'include',
    reasoning_details: 'input.encrypted_content',
    'messages.images': 'input.image_generation_call',
  },
  writeAnswer: writeResponse,
  createWriter: (facts) => new ResponseEventWriter(facts),
  keepAlive: ': keep-alive\n\n',
  hiddenReasoning: 'seals',
};
