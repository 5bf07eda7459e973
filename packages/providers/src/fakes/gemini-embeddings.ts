import { fieldsOf, listOf } from '../http/fields.ts';
import { json, type FakeReply } from './fake-message.ts';
import { post, type FakeRoute } from './fake-provider.ts';
import { geometryOf } from './vectors.ts';

/** What vectors may be for, in Google's words. */
export const GEMINI_FAKE_TASKS: readonly string[] = [
  'RETRIEVAL_QUERY',
  'RETRIEVAL_DOCUMENT',
  'SEMANTIC_SIMILARITY',
  'CLASSIFICATION',
  'CLUSTERING',
  'QUESTION_ANSWERING',
  'FACT_VERIFICATION',
  'CODE_RETRIEVAL_QUERY',
];

const MEMBERS = ['model', 'content', 'taskType', 'title', 'outputDimensionality'];

/** The route of `batchEmbedContents`, below a path. Vectors shorter than usual are not of length 1. */
export function geminiEmbeddingsRoute(base: string): FakeRoute {
  return post(`${base}/models/([^/:]+):batchEmbedContents`, (request, [, name = '']) => {
    const requests = listOf(request.json()['requests']);
    if (requests.length === 0 || requests.length > 100) {
      return refuse('BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch');
    }
    const answers: { readonly values: readonly number[] }[] = [];
    for (const one of requests) {
      const unknown = Object.keys(one).find((member) => !MEMBERS.includes(member));
      if (unknown !== undefined)
        return refuse(`Invalid JSON payload received. Unknown name "${unknown}"`);
      if (one['model'] !== `models/${name}`) return refuse('model must match the one in the path');
      const { taskType: task = GEMINI_FAKE_TASKS[0] } = one;
      if (!GEMINI_FAKE_TASKS.includes(String(task)))
        return refuse(`Invalid value at 'task_type': ${String(task)}`);
      const [part] = listOf(fieldsOf(one['content'])['parts']);
      const { text } = part ?? {};
      if (typeof text !== 'string' || text === '') return refuse('content contains an empty Part.');
      const isShort = one['outputDimensionality'] !== undefined;
      const vector = geometryOf(one, 'outputDimensionality', 3072).vector(text);
      answers.push({ values: Array.from(vector, (value) => (isShort ? value / 2 : value)) });
    }
    return json({ embeddings: answers });
  });
}

function refuse(message: string): FakeReply {
  return json({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }, 400);
}
