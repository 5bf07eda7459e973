import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GoogleGenAI, type GenerateContentParameters } from '@google/genai';
import { CHAT_SUBJECTS } from '../chat/subjects.ts';
import { sceneOf } from '../chat/subject.ts';

const user = (content: unknown) => ({ role: 'user', content });
const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'string', pattern: 'x' }, b: { const: 7 } },
  required: ['a'],
};
const TOOLS = [
  { type: 'function', function: { name: 'look.at', description: 'Looks.', parameters: SCHEMA } },
  { type: 'function', function: { name: '7-up' } },
];
const CALLS = ['1', '2'].map((id) => ({
  id,
  type: 'function',
  function: { name: 'look.at', arguments: `{"a":"${id}"}` },
}));

/** Everything that a client can say to a model of Google's. */
const BODIES: Readonly<Record<string, object>> = {
  'words alone': {},
  'every parameter': {
    temperature: 0.5,
    top_p: 0.9,
    top_k: 40,
    seed: 7,
    stop: ['a', 'b'],
    max_tokens: 99,
  },
  JSON: { response_format: { type: 'json_object' } },
  'a schema': {
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: SCHEMA } },
  },
  tools: { tools: TOOLS },
  'tools and a schema': {
    tools: TOOLS,
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: SCHEMA } },
  },
  'a forced call': { tools: TOOLS, tool_choice: 'required' },
  'a named tool': {
    tools: TOOLS,
    tool_choice: { type: 'function', function: { name: '7-up' } },
  },
  'no call': { tools: TOOLS, tool_choice: 'none' },
  thinking: { reasoning: { effort: 'high' }, max_tokens: 9000 },
  'a transcript': {
    tools: TOOLS,
    messages: [
      { role: 'system', content: 'a' },
      { role: 'developer', content: [{ type: 'text', text: 'b' }] },
      user('c'),
      { role: 'assistant', content: 'd', tool_calls: CALLS },
      {
        role: 'tool',
        tool_call_id: '2',
        content: [
          { type: 'text', text: 'e' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
      { role: 'tool', tool_call_id: '1', content: '' },
      { role: 'assistant', content: 'f' },
      user([
        { type: 'text', text: 'g' },
        { type: 'image_url', image_url: { url: 'https://a.example/x.png' } },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
        {
          type: 'file',
          file: { filename: 'x.pdf', file_data: 'data:application/pdf;base64,JVBE' },
        },
      ]),
    ],
  },
};

type Sent = Readonly<Record<string, unknown>>;

/** The parameters for which the official client should send this body. */
function parametersFor(model: string, body: Sent): GenerateContentParameters {
  const { contents, generationConfig = {}, ...beside } = body;
  const config = { ...(generationConfig as object), ...beside };
  return { model, contents, config } as GenerateContentParameters;
}

/* The client writes only members that it knows and that the service takes, and throws for others. */
describe('a conversation over Google, judged by what the official client sends', () => {
  for (const [name, isVertex] of [
    ['gemini', false],
    ['gemini 2.5', false],
    ['vertex', true],
  ] as const) {
    for (const [what, body] of Object.entries(BODIES)) {
      if (what === 'tools and a schema' && name === 'gemini 2.5') continue;
      it(`is asked in the same way: ${what}, ${name}`, async () => {
        const subject = CHAT_SUBJECTS[name];
        assert.ok(subject);
        await using scene = await sceneOf(subject);
        await scene.ask({ messages: [user('Hi')], ...body });
        const ours = scene.sent();
        const [base, version] = isVertex ? ['/v1beta1', 'v1beta1'] : ['/v1beta', 'v1beta'];
        const { baseUrl, apiKey } = scene.fake;
        const httpOptions = { baseUrl: baseUrl.replace(base, ''), apiVersion: version };
        const ai = new GoogleGenAI({ vertexai: isVertex, apiKey, httpOptions });
        const model = subject.model.replace('google/', '');
        await ai.models.generateContent(parametersFor(model, ours));
        // An empty one is all the same.
        assert.deepEqual(scene.sent(), { generationConfig: {}, ...ours });
        const [first, second] = scene.fake.requests.slice(-2);
        assert.equal(first?.request.path, second?.request.path);
      });
    }
  }
});
