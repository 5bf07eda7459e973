import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, FunctionCallingConfigMode, GoogleGenAI, type Content } from '@google/genai';
import { startFakeGemini, startFakeVertex } from '@model-gateway/providers/testing';

const MODEL = 'gemini-3.8-flash';

/** The official client of each service, over its fake. */
const SERVICES = {
  'the Gemini API': async () => {
    const fake = await startFakeGemini();
    const baseUrl = fake.baseUrl.replace('/v1beta', '');
    const httpOptions = { baseUrl, apiVersion: 'v1beta' };
    return { fake, ai: new GoogleGenAI({ apiKey: fake.apiKey, httpOptions }) };
  },
  'Vertex AI': async () => {
    const fake = await startFakeVertex();
    const baseUrl = fake.baseUrl.replace('/v1beta1', '');
    const httpOptions = { baseUrl, apiVersion: 'v1beta1' };
    return { fake, ai: new GoogleGenAI({ vertexai: true, apiKey: fake.apiKey, httpOptions }) };
  },
};

const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });
const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const TOOLS = [
  {
    functionDeclarations: [
      { name: 'weather', parametersJsonSchema: SCHEMA },
      { name: 'clock', parametersJsonSchema: { type: 'object', properties: {} } },
    ],
  },
];
const FORCED = {
  tools: TOOLS,
  toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } },
};

for (const [service, start] of Object.entries(SERVICES)) {
  describe(`conversations of the fake of ${service}, judged by the official client`, () => {
    it('are answered whole', async () => {
      const { fake, ai } = await start();
      await using _ = fake;
      const answer = await ai.models.generateContent({ model: MODEL, contents: 'Grüße' });
      assert.equal(answer.text, 'You said: Grüße');
      assert.equal(answer.usageMetadata?.thoughtsTokenCount, 2);
      assert.equal(answer.candidates?.[0]?.finishReason, 'STOP');
    });

    it('are streamed, with thoughts', async () => {
      const { fake, ai } = await start();
      await using _ = fake;
      const config = { thinkingConfig: { includeThoughts: true } };
      const stream = await ai.models.generateContentStream({
        model: MODEL,
        contents: 'Hi',
        config,
      });
      let [said, thought, finish]: [string, string, unknown] = ['', '', undefined];
      for await (const { candidates } of stream) {
        const [candidate] = candidates ?? [];
        for (const part of candidate?.content?.parts ?? []) {
          if (part.thought === true) thought += part.text ?? '';
          else said += part.text ?? '';
        }
        finish = candidate?.finishReason ?? finish;
      }
      assert.deepEqual([said, thought, finish], ['You said: Hi', 'I think.', 'STOP']);
    });

    it('call tools together, and go on with the results and the signature', async () => {
      const { fake, ai } = await start();
      await using _ = fake;
      const asked = user('Weather?');
      const first = await ai.models.generateContent({
        model: MODEL,
        contents: [asked],
        config: FORCED,
      });
      const calls = first.functionCalls ?? [];
      assert.deepEqual(
        calls.map(({ name, args }) => [name, args]),
        [
          ['weather', { city: 'demo' }],
          ['clock', { a: 1 }],
        ],
      );
      const said = first.candidates?.[0]?.content;
      assert.ok(said);
      const parts = calls.map(({ id, name = '' }) => ({
        functionResponse: { ...(id && { id }), name, response: { output: 'x' } },
      }));
      const ask = (content: Content) =>
        ai.models.generateContent({
          model: MODEL,
          contents: [asked, content, { role: 'user', parts }],
          config: { tools: TOOLS },
        });
      assert.equal((await ask(said)).text, 'You said: Weather?');
      const [signed, unsigned] = said.parts ?? [];
      assert.ok(signed?.functionCall && unsigned);
      const { functionCall } = signed;
      const as = (part: object) => ask({ ...said, parts: [part, unsigned] });
      await assert.rejects(as({ functionCall }), /missing a thought_signature/);
      await assert.rejects(as({ functionCall, thoughtSignature: 'AAAA' }), /Corrupted thought/);
    });

    it('are counted', async () => {
      const { fake, ai } = await start();
      await using _ = fake;
      const { totalTokens } = await ai.models.countTokens({ model: MODEL, contents: 'Hi' });
      assert.equal(totalTokens, 9);
    });

    it('fill a schema', async () => {
      const { fake, ai } = await start();
      await using _ = fake;
      const config = { responseMimeType: 'application/json', responseJsonSchema: SCHEMA };
      const { text = '' } = await ai.models.generateContent({
        model: MODEL,
        contents: 'x',
        config,
      });
      assert.deepEqual(JSON.parse(text), { city: 'demo' });
    });

    it('are refused as Google refuses them', async () => {
      const { fake, ai } = await start();
      await using _ = fake;
      const wrong: readonly (readonly [model: string, config: object, sentence: RegExp])[] = [
        [MODEL, { temperature: 3 }, /temperature/],
        [MODEL, { stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }, /stop_sequences/],
        [MODEL, { thinkingConfig: { thinkingLevel: 'MINIMAL' } }, /Thinking level .*MINIMAL/],
        [MODEL, { thinkingConfig: { thinkingBudget: 9 } }, /Thinking budget/],
        ['gemini-2.5-flash', { thinkingConfig: { thinkingLevel: 'LOW' } }, /Thinking level .*LOW/],
        ['gemini-2.5-flash', { tools: TOOLS, responseMimeType: 'application/json' }, /mime type/],
        [MODEL, { ...FORCED, responseMimeType: 'application/json' }, /mime type/],
        [
          MODEL,
          { responseMimeType: 'application/json', responseJsonSchema: { const: 1 } },
          /const/,
        ],
        [MODEL, { toolConfig: FORCED.toolConfig }, /without function_declarations/],
      ];
      for (const [model, config, sentence] of wrong) {
        const asked = ai.models.generateContent({ model, contents: 'Hi', config });
        await assert.rejects(asked, (error) => {
          assert.ok(error instanceof ApiError && error.status === 400);
          assert.match(error.message, sentence);
          return true;
        });
      }
      const turns: readonly (readonly [contents: readonly Content[], sentence: RegExp])[] = [
        [[{ role: 'model', parts: [{ text: 'a' }] }], /first content/],
        [[user('')], /must have one initialized field/],
        [
          [user('a'), { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] }],
          /function response/,
        ],
        [
          [
            user('a'),
            {
              role: 'model',
              parts: [
                {
                  functionCall: { name: 'f' },
                  thoughtSignature: 'skip_thought_signature_validator',
                },
              ],
            },
          ],
          /equal to the number/,
        ],
      ];
      for (const [contents, sentence] of turns) {
        const asked = ai.models.generateContent({ model: MODEL, contents: [...contents] });
        await assert.rejects(asked, sentence);
      }
    });
  });
}

it('the fake of Vertex AI refuses ids, which the official client leaves to its user', async () => {
  const { fake, ai } = await SERVICES['Vertex AI']();
  await using _ = fake;
  const functionCall = { id: 'x', name: 'f', args: {} };
  const contents = [user('a'), { role: 'model', parts: [{ functionCall }] }];
  await assert.rejects(
    ai.models.generateContent({ model: MODEL, contents }),
    /Unknown name \\"id\\" at 'contents\[1\].parts\[0\].functionCall'/,
  );
});
