import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block, ChatMessage, ChatRequest } from '@model-gateway/core/chat';
import { encodeGeminiRequest } from '../../../src/wires/gemini/encode.ts';
import { rulesFor } from '../../../src/wires/gemini/gemini-rules.ts';
import { BARE, call, media, result, said, text, thought, tool } from '../blocks.ts';
import { ISSUER } from './reading.ts';

const HI = said('user', text('Hi'));
const sealed = (thoughtSignature: string, more: object = {}) => ({
  sealed: { issuer: ISSUER, data: { thoughtSignature, ...more } },
});
const PNG = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
const UNSIGNED = { thoughtSignature: 'skip_thought_signature_validator' };

interface How {
  readonly model?: string;
  readonly hasCallIds?: boolean;
  readonly efforts?: readonly string[];
  readonly options?: object;
}

function encoded(changes: Partial<ChatRequest>, how: How = {}) {
  const { model = 'gemini-3.8-flash', hasCallIds = true, efforts, options = {} } = how;
  const ignored: string[] = [];
  const body: Readonly<Record<string, unknown>> = JSON.parse(
    JSON.stringify(
      encodeGeminiRequest(
        { ...BARE, ...changes },
        {
          options: { ...options },
          rules: rulesFor(model, { hasCallIds, efforts }),
          ignore: (parameter) => ignored.push(parameter),
        },
      ),
    ),
  );
  return { body, ignored };
}

const contentsOf = (messages: readonly ChatMessage[], how?: How) =>
  encoded({ messages }, how).body['contents'];
const user = (...parts: readonly object[]) => ({ role: 'user', parts });
const model = (...parts: readonly object[]) => ({ role: 'model', parts });
const configOf = (changes: Partial<ChatRequest>, how?: How) =>
  encoded(changes, how).body['generationConfig'];

describe('a request to generateContent', () => {
  it('has no more than what was asked', () => {
    assert.deepEqual(encoded({}).body, { contents: [user({ text: 'Hi' })] });
  });

  it('has parameters by the names of Google', () => {
    const sampling = { temperature: 0.5, topP: 0.9, topK: 40, seed: 2 ** 31 + 7 };
    const penalties = { frequencyPenalty: 1, presencePenalty: -1 };
    const asked = { sampling: { ...sampling, ...penalties }, stop: ['a'], maxOutputTokens: 9 };
    assert.deepEqual(configOf(asked), {
      maxOutputTokens: 9,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      frequencyPenalty: 1,
      presencePenalty: -1,
      seed: 7,
      stopSequences: ['a'],
    });
  });

  it('has options of its own where they belong', () => {
    const options = { safetySettings: [{ category: 'X' }], mediaResolution: 'LOW' };
    const { body } = encoded({}, { options });
    assert.deepEqual(body['safetySettings'], [{ category: 'X' }]);
    assert.deepEqual(body['generationConfig'], { mediaResolution: 'LOW' });
  });
});

describe('turns for Gemini', () => {
  const cases: readonly (readonly [
    what: string,
    messages: readonly ChatMessage[],
    contents: readonly object[],
    how?: How,
  ])[] = [
    [
      'keep instructions in the middle where they are',
      [HI, said('assistant', text('a')), said('system', text('b')), said('user', text('c'))],
      [user({ text: 'Hi' }), model({ text: 'a' }), user({ text: 'b' }, { text: 'c' })],
    ],
    ['are never of instructions alone', [said('system', text('a'))], [user({ text: 'a' })]],
    [
      'have the instructions of models without a place for them',
      [said('system', text('a')), HI],
      [user({ text: 'a' }, { text: 'Hi' })],
      { model: 'gemma-4-31b-it' },
    ],
    [
      'leave out what is empty',
      [HI, said('assistant', text('')), said('user', text(''), text('b'))],
      [user({ text: 'Hi' }, { text: 'b' })],
    ],
    [
      'begin with the user',
      [said('assistant', text('a'))],
      [user({ text: '…' }), model({ text: 'a' })],
    ],
    [
      'answer calls in their order, in one turn',
      [
        HI,
        said('assistant', call('1', 'f', '{"a":1}'), call('2', 'f', '')),
        said('user', result('2', text('b'))),
        said('user', result('1', text('a')), text('c')),
      ],
      [
        user({ text: 'Hi' }),
        model(
          { functionCall: { id: '1', name: 'f', args: { a: 1 } }, ...UNSIGNED },
          { functionCall: { id: '2', name: 'f', args: {} } },
        ),
        user(
          { functionResponse: { id: '1', name: 'f', response: { output: 'a' } } },
          { functionResponse: { id: '2', name: 'f', response: { output: 'b' } } },
          { text: 'c' },
        ),
      ],
    ],
    [
      'have no ids on Vertex AI',
      [HI, said('assistant', call('1', 'f', '{}')), said('user', result('1', text('a')))],
      [
        user({ text: 'Hi' }),
        model({ functionCall: { name: 'f', args: {} }, ...UNSIGNED }),
        user({ functionResponse: { name: 'f', response: { output: 'a' } } }),
      ],
      { hasCallIds: false },
    ],
    [
      'say of a result that it is an error',
      [
        HI,
        said('assistant', call('1', 'f', '{}')),
        said('user', { ...result('1', text('a')), isError: true } as Block),
      ],
      [
        user({ text: 'Hi' }),
        model({ functionCall: { id: '1', name: 'f', args: {} }, ...UNSIGNED }),
        user({ functionResponse: { id: '1', name: 'f', response: { error: 'a' } } }),
      ],
    ],
    [
      'have the media of a result in it',
      [
        HI,
        said('assistant', call('1', 'f', '{}')),
        said('user', result('1', text('a'), media({}))),
      ],
      [
        user({ text: 'Hi' }),
        model({ functionCall: { id: '1', name: 'f', args: {} }, ...UNSIGNED }),
        user({
          functionResponse: { id: '1', name: 'f', response: { output: 'a' }, parts: [PNG] },
        }),
      ],
    ],
    [
      'have a document that is a text among the words of a result',
      [
        HI,
        said('assistant', call('1', 'f', '{}')),
        said('user', result('1', text('a'), media({ source: { kind: 'text', value: 'b' } }))),
      ],
      [
        user({ text: 'Hi' }),
        model({ functionCall: { id: '1', name: 'f', args: {} }, ...UNSIGNED }),
        user({ functionResponse: { id: '1', name: 'f', response: { output: 'a\nb' } } }),
      ],
    ],
    [
      'have the media of a result behind it for older models, and sign nothing',
      [HI, said('assistant', call('1', 'f', '{}')), said('user', result('1', media({})))],
      [
        user({ text: 'Hi' }),
        model({ functionCall: { id: '1', name: 'f', args: {} } }),
        user({ functionResponse: { id: '1', name: 'f', response: { output: '' } } }, PNG),
      ],
      { model: 'gemini-2.5-flash' },
    ],
    [
      'have signatures on their own parts',
      [
        HI,
        said(
          'assistant',
          thought('Hm', { isSummary: true, ...sealed('t') }),
          thought('not signed', { isSummary: true }),
          text('a'),
          thought('', sealed('x', { of: 'text' })),
          call('1', 'f', '{}', sealed('c')),
          call('2', 'g', '{}'),
        ),
      ],
      [
        user({ text: 'Hi' }),
        model(
          { text: 'Hm', thought: true, thoughtSignature: 't' },
          { text: 'a', thoughtSignature: 'x' },
          { functionCall: { id: '1', name: 'f', args: {} }, thoughtSignature: 'c' },
          { functionCall: { id: '2', name: 'g', args: {} } },
        ),
      ],
    ],
    [
      'have the signature of a text that is told before it',
      [HI, said('assistant', thought('', sealed('x', { of: 'text' })), text('a'), text('b'))],
      [user({ text: 'Hi' }), model({ text: 'a' }, { text: 'b', thoughtSignature: 'x' })],
    ],
    [
      'have media as data and by address',
      [
        said(
          'user',
          media({}),
          media({
            mediaType: undefined,
            source: { kind: 'url', value: 'https://a.example/x.JPG?y' },
          }),
          media({
            kind: 'video',
            mediaType: undefined,
            source: { kind: 'url', value: 'https://youtu.be/x' },
          }),
          media({ kind: 'file', mediaType: undefined }),
          media({ kind: 'file', source: { kind: 'text', value: 'abc' } }),
        ),
      ],
      [
        user(
          PNG,
          { fileData: { mimeType: 'image/jpeg', fileUri: 'https://a.example/x.JPG?y' } },
          { fileData: { mimeType: 'video/mp4', fileUri: 'https://youtu.be/x' } },
          { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } },
          { text: 'abc' },
        ),
      ],
    ],
  ];
  for (const [what, messages, contents, how] of cases) {
    it(what, () => assert.deepEqual(contentsOf(messages, how), contents));
  }

  it('have the instructions at their beginning apart', () => {
    const instructions = [said('system', text('a')), said('developer', text('b'), text(''))];
    const { body } = encoded({ messages: [...instructions, HI] });
    assert.deepEqual(body['systemInstruction'], { parts: [{ text: 'a' }, { text: 'b' }] });
  });

  it('refuse an address whose type nobody says, and arguments that are no object', () => {
    const unknown = media({
      mediaType: undefined,
      source: { kind: 'url', value: 'https://a.example/x' },
    });
    assert.throws(() => contentsOf([said('user', unknown)]), { failure: 'parameter' });
    const odd = said('assistant', call('1', 'f', '[1]'));
    assert.throws(() => contentsOf([HI, odd]), { failure: 'parameter' });
  });
});

describe('tools for Gemini', () => {
  const parameters = { type: 'object', properties: { a: { type: 'string', pattern: 'x' } } };

  it('are functions by names that Google takes, with schemas that it reads', () => {
    const { body, ignored } = encoded({
      tools: [tool('1 look', { description: 'Looks.', parameters }), tool('b.c:d'), tool('-e')],
    });
    assert.deepEqual(body['tools'], [
      {
        functionDeclarations: [
          {
            name: '_1_look',
            description: 'Looks.',
            parametersJsonSchema: { type: 'object', properties: { a: { type: 'string' } } },
          },
          { name: 'b_c_d', description: '' },
          { name: '_-e', description: '' },
        ],
      },
    ]);
    assert.deepEqual(ignored, ['tools.parameters.pattern']);
    assert.equal(body['toolConfig'], undefined);
  });

  const choices: readonly (readonly [
    what: string,
    changes: Partial<ChatRequest>,
    calling: object | undefined,
  ])[] = [
    ['none', { toolChoice: { kind: 'none' } }, { mode: 'NONE' }],
    ['required', { toolChoice: { kind: 'required' } }, { mode: 'ANY' }],
    [
      'a named one',
      { toolChoice: { kind: 'required', only: ['a'] } },
      { mode: 'ANY', allowedFunctionNames: ['a'] },
    ],
    [
      'some of them, or none',
      { toolChoice: { kind: 'auto', only: ['a', 'b'] } },
      { mode: 'VALIDATED', allowedFunctionNames: ['a', 'b'] },
    ],
    ['exactly by their schemas', { tools: [tool('a', { strict: true })] }, { mode: 'VALIDATED' }],
  ];
  for (const [what, changes, functionCallingConfig] of choices) {
    it(`are chosen: ${what}`, () => {
      const { body } = encoded({ tools: [tool('a'), tool('b')], ...changes });
      assert.deepEqual(body['toolConfig'], { functionCallingConfig });
    });
  }
});

describe('the form of an answer of Gemini', () => {
  const schema = { type: 'object', properties: { a: { const: 1 } }, not: {} };
  const format = { kind: 'schema', name: 'x', schema } as const;
  const JSON_TYPE = { responseMimeType: 'application/json' };

  it('is JSON, or JSON that fits a schema', () => {
    assert.deepEqual(configOf({ format: { kind: 'json' } }), JSON_TYPE);
    assert.deepEqual(configOf({ format: { kind: 'schema', name: 'x' } }), JSON_TYPE);
    const { body, ignored } = encoded({ format });
    const responseJsonSchema = {
      type: 'object',
      properties: { a: { enum: [1], type: 'number' } },
    };
    assert.deepEqual(body['generationConfig'], { ...JSON_TYPE, responseJsonSchema });
    assert.deepEqual(ignored, ['response_format.schema.not']);
  });

  it('is left out where a call is forced, and refused beside tools by older models', () => {
    const tools = [tool('a')];
    assert.equal(configOf({ format, tools, toolChoice: { kind: 'required' } }), undefined);
    assert.ok(configOf({ format, tools }));
    assert.throws(() => encoded({ format, tools }, { model: 'gemini-2.5-pro' }), {
      failure: 'parameter',
    });
  });
});

describe('how much Gemini thinks', () => {
  const shown = { includeThoughts: true };
  const HYDROGEN = ['xhigh', 'high', 'medium', 'low'];
  const cases: readonly (readonly [
    reasoning: ChatRequest['reasoning'],
    modern: object | undefined,
    older: object | undefined,
  ])[] = [
    [{ isEnabled: true }, shown, shown],
    [{ isHidden: true }, {}, {}],
    [{ effort: 'none' }, { thinkingLevel: 'LOW' }, { thinkingBudget: 0 }],
    [{ isEnabled: false }, { thinkingLevel: 'LOW' }, { thinkingBudget: 0 }],
    [{ effort: 'low' }, { ...shown, thinkingLevel: 'LOW' }, { ...shown, thinkingBudget: 2000 }],
    [
      { effort: 'medium', isEnabled: true },
      { ...shown, thinkingLevel: 'MEDIUM' },
      { ...shown, thinkingBudget: 5000 },
    ],
    [{ effort: 'xhigh', isHidden: true }, { thinkingLevel: 'XHIGH' }, { thinkingBudget: 9500 }],
    [{ effort: 'max' }, { ...shown, thinkingLevel: 'XHIGH' }, { ...shown, thinkingBudget: 9500 }],
    [{ maxTokens: 100 }, { ...shown, thinkingLevel: 'LOW' }, { ...shown, thinkingBudget: 512 }],
    [
      { maxTokens: 4000 },
      { ...shown, thinkingLevel: 'MEDIUM' },
      { ...shown, thinkingBudget: 4000 },
    ],
    [
      { maxTokens: 99_999 },
      { ...shown, thinkingLevel: 'XHIGH' },
      { ...shown, thinkingBudget: 24_576 },
    ],
  ];
  for (const [reasoning, modern, older] of cases) {
    it(`is told by levels and by budgets: ${JSON.stringify(reasoning)}`, () => {
      const asked = { ...(reasoning && { reasoning }), maxOutputTokens: 10_000 };
      assert.deepEqual(configOf(asked, { efforts: HYDROGEN }), {
        maxOutputTokens: 10_000,
        thinkingConfig: modern,
      });
      assert.deepEqual(configOf(asked, { model: 'gemini-2.5-flash' }), {
        maxOutputTokens: 10_000,
        thinkingConfig: older,
      });
    });
  }
});
