import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packSealed } from '../../../src/chat/sealed-text.ts';
import {
  conversationOf,
  requestOf,
  messagesOf,
  text,
  CALL,
  RESULT,
  call,
  result,
  FUNCTION,
  CUSTOM,
  SPACE,
} from './read.ts';

describe('the input and the tools of Responses', () => {
  it('is a text, or items, after the instructions', () => {
    assert.deepEqual(requestOf({ instructions: 'Be brief.' }).messages, [
      { role: 'system', blocks: [text('Be brief.')] },
      { role: 'user', blocks: [text('Hi')] },
    ]);
    assert.deepEqual(messagesOf({ role: 'user', content: 'Hi' }), [
      { role: 'user', blocks: [text('Hi')] },
    ]);
  });

  it('takes a breakpoint of the cache for one of any provider', () => {
    const prompt_cache_breakpoint = { mode: 'explicit' };
    const part = { type: 'input_text', text: 'a', prompt_cache_breakpoint };
    assert.deepEqual(messagesOf({ role: 'user', content: [part] }), [
      { role: 'user', blocks: [text('a', { cache: {}, extras: { prompt_cache_breakpoint } })] },
    ]);
  });

  it('keeps the order of roles, and what a model did on its own in one turn', () => {
    const messages = messagesOf(
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'a' }], id: 'x' },
      { role: 'user', content: 'b' },
      { type: 'reasoning', summary: [{ text: 'Hm.' }, { text: 'Ah.' }] },
      {
        type: 'message',
        role: 'assistant',
        phase: 'commentary',
        status: 'completed',
        id: 'msg_1',
        content: [
          { type: 'output_text', text: 'c', annotations: [] },
          { type: 'refusal', refusal: 'No.' },
        ],
      },
      CALL,
      { ...CALL, call_id: 'c2' },
      { ...RESULT, call_id: 'c2' },
      RESULT,
      { role: 'system', content: 'd' },
      { role: 'user', content: 'e' },
    );
    assert.deepEqual(messages, [
      { role: 'developer', blocks: [text('a')] },
      { role: 'user', blocks: [text('b')] },
      {
        role: 'assistant',
        blocks: [
          { type: 'reasoning', text: 'Hm.\n\nAh.', isSummary: true },
          text('c', { phase: 'commentary' }),
          { type: 'refusal', text: 'No.' },
          call,
          { ...call, id: 'c2' },
        ],
      },
      { role: 'user', blocks: [{ ...result(text('ok')), id: 'c2' }, result(text('ok'))] },
      { role: 'system', blocks: [text('d')] },
      { role: 'user', blocks: [text('e')] },
    ]);
  });

  it('leaves out turns without content', () => {
    assert.deepEqual(
      messagesOf(
        { role: 'assistant', content: [] },
        { role: 'user', content: 'Hi' },
        { type: 'reasoning', summary: [] },
      ),
      [{ role: 'user', blocks: [text('Hi')] }],
    );
  });

  it('has images that a model made, without which a call means something to its own wire only', () => {
    const made = { id: 'ig_1', type: 'image_generation_call', status: 'completed' };
    const messages = messagesOf({ ...made, result: 'AAAA' }, { ...made, result: null });
    const source = { kind: 'base64', value: 'AAAA' };
    const value = { ...made, result: null };
    assert.deepEqual(messages, [
      {
        role: 'assistant',
        blocks: [
          {
            type: 'media',
            kind: 'image',
            mediaType: undefined,
            source,
            extras: { id: 'ig_1' },
            at: 'input[0]',
          },
          { type: 'foreign', wire: 'openai-responses', value, at: 'input[1]' },
        ],
      },
    ]);
  });

  it('has media in messages and in results', () => {
    const image = { type: 'input_image', image_url: 'data:image/PNG;base64,AAAA', detail: 'low' };
    const png = {
      type: 'media',
      kind: 'image',
      mediaType: 'image/png',
      source: { kind: 'base64', value: 'AAAA' },
      detail: 'low',
      at: 'input[1].output[1]',
    };
    const url = (kind: string, value: string, more: object) => ({
      type: 'media',
      kind,
      mediaType: undefined,
      source: { kind: 'url', value },
      ...more,
    });
    const messages = messagesOf(
      CALL,
      { ...RESULT, output: [{ type: 'input_text', text: 'See' }, image] },
      {
        role: 'user',
        content: [
          { type: 'input_file', file_url: 'https://a.example/x.pdf', filename: 'x.pdf' },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
          { type: 'input_video', video_url: 'https://a.example/x.mp4' },
        ],
      },
    );
    assert.deepEqual(messages.slice(1), [
      { role: 'user', blocks: [result(text('See'), png)] },
      {
        role: 'user',
        blocks: [
          url('file', 'https://a.example/x.pdf', { name: 'x.pdf', at: 'input[2].content[0]' }),
          {
            type: 'media',
            kind: 'audio',
            mediaType: 'audio/mp3',
            source: { kind: 'base64', value: 'AAAA' },
            at: 'input[2].content[1]',
          },
          url('video', 'https://a.example/x.mp4', { at: 'input[2].content[2]' }),
        ],
      },
    ]);
  });

  it('gives sealed reasoning to its issuer, and native data to any endpoint of its wire', () => {
    const sealed = { issuer: 'gemini@google', data: { thoughtSignature: 'x' } };
    const reasoning = (encrypted: string, more: object = {}) => ({
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      encrypted_content: encrypted,
      ...more,
    });
    const hidden = { type: 'reasoning', text: '', isSummary: true };
    const [turn] = messagesOf(
      reasoning(packSealed(sealed)),
      reasoning('gAAAAA'),
      reasoning('mg1.forged', { content: [{ type: 'reasoning_text', text: 'Hm.' }] }),
    );
    assert.deepEqual(turn?.blocks, [
      { ...hidden, sealed },
      {
        ...hidden,
        sealed: {
          issuer: 'openai-responses',
          data: { id: 'rs_1', encrypted_content: 'gAAAAA' },
        },
      },
      { type: 'reasoning', text: 'Hm.', isSummary: false },
    ]);
  });

  it('keeps items and parts that it does not know, for endpoints of its wire', () => {
    const item = { type: 'tool_search_call', id: 'ts_1' };
    const part = { type: 'input_hologram', data: 'x' };
    const messages = messagesOf(item, { role: 'user', content: [part] });
    const foreign = { type: 'foreign', wire: 'openai-responses' };
    assert.deepEqual(messages, [
      { role: 'assistant', blocks: [{ ...foreign, value: item, at: 'input[0]' }] },
      { role: 'user', blocks: [{ ...foreign, value: part, at: 'input[1].content[0]' }] },
    ]);
  });

  it('has functions, tools that take text, and those of namespaces under longer names', () => {
    const { tools } = requestOf({ tools: [FUNCTION, CUSTOM, SPACE] });
    const { type: _, ...f } = FUNCTION;
    const freeform = {
      parameters: {
        type: 'object',
        properties: { input: { type: 'string' } },
        required: ['input'],
        additionalProperties: false,
      },
      freeform: { format: CUSTOM.format },
    };
    assert.deepEqual(tools, [
      f,
      { name: 'patch', ...freeform },
      { ...f, name: 'notes__f' },
      { name: 'notes__patch', ...freeform },
    ]);
  });

  it('reads calls of such tools and their results', () => {
    const [turn, after] = messagesOf(
      { type: 'custom_tool_call', call_id: 'c1', name: 'patch', input: 'say "hi"\n' },
      { ...CALL, call_id: 'c2', namespace: 'notes' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'ok' },
      { ...RESULT, call_id: 'c2' },
    );
    assert.deepEqual(turn?.blocks, [
      { ...call, name: 'patch', input: '{"input":"say \\"hi\\"\\n"}' },
      { ...call, id: 'c2', name: 'notes__f' },
    ]);
    assert.equal(after?.blocks.length, 2);
  });

  it('leaves out tools that a host would have to run, and says so once for each type', () => {
    const { request, warnings } = conversationOf({
      tools: [
        { type: 'web_search', external_web_access: true },
        { type: 'web_search' },
        FUNCTION,
        { type: 'mcp', server_label: 'x' },
      ],
    });
    assert.equal(request.tools.length, 1);
    assert.equal(request.hostedTools, undefined);
    assert.deepEqual(warnings, [
      { parameter: 'tools.web_search', note: 'ignored' },
      { parameter: 'tools.mcp', note: 'ignored' },
    ]);
  });

  it('keeps tools that the client runs and only models of its wire know', () => {
    const tool = { type: 'local_shell' };
    const { hostedTools } = requestOf({ tools: [tool] });
    assert.deepEqual(hostedTools, [{ name: 'local_shell', value: tool }]);
  });
});
