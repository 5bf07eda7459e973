import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '@model-gateway/core/chat';
import { RESPONSES } from '../../../src/chat/dialects/responses/dialect.ts';
import { GatewayError } from '../../../src/errors.ts';
import { ISSUER } from '../arbitrary-answer.ts';
import { eventsOf, rejoin } from './rejoin.ts';
import { echo, facts, request, whole, written } from './written.ts';

const finish = (reason: 'stop' | 'length' | 'filter' | 'calls' | 'refusal'): ChatPart => ({
  type: 'finish',
  reason,
  raw: 'end',
});
const START: ChatPart = { type: 'start' };
const DONE: ChatPart = { type: 'done' };
const text = (block: number, ...pieces: readonly string[]): readonly ChatPart[] => [
  { type: 'open', block, kind: 'text' },
  ...pieces.map((piece) => ({ type: 'delta', block, text: piece }) as const),
  { type: 'close', block },
];
const call = (block: number, name: string, ...pieces: readonly string[]): readonly ChatPart[] => [
  { type: 'open', block, kind: 'call', id: `c${block}`, name, by: 'client' },
  ...pieces.map((piece) => ({ type: 'delta', block, text: piece }) as const),
  { type: 'close', block },
];

describe('a stream of Responses', () => {
  it('adds and does every item and part, in order, and ends with the whole response', () => {
    const frames = written([START, ...text(0, 'Hel', 'lo'), finish('stop'), DONE]);
    assert.deepEqual(
      eventsOf(frames).map(({ type }) => type.replace('response.', '')),
      [
        'created',
        'in_progress',
        'output_item.added',
        'content_part.added',
        'output_text.delta',
        'output_text.delta',
        'output_text.done',
        'content_part.done',
        'output_item.done',
        'completed',
      ],
    );
    assert.deepEqual(rejoin(frames), {
      id: 'gen-1-a',
      object: 'response',
      created_at: 1_700_000_000,
      completed_at: 1_700_000_009,
      model: 'acme/quill-1',
      provider: 'Acme',
      status: 'completed',
      error: null,
      incomplete_details: null,
      ...echo,
      output: [
        {
          id: 'msg_1-a_0',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Hello', annotations: [], logprobs: [] }],
        },
      ],
      usage: {
        input_tokens: 3,
        input_tokens_details: { cached_tokens: 1, cache_write_tokens: 0 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 7,
        cost: 0.25,
      },
    });
  });

  it('has reasoning before text, summaries and text of it apart, and nothing of it when hidden', () => {
    const sealed = { issuer: ISSUER, data: { signature: 'x' } };
    const reasoning = (block: number, isSummary: boolean, said: string): readonly ChatPart[] => [
      { type: 'open', block, kind: 'reasoning', isSummary },
      ...(said === '' ? [] : [{ type: 'delta', block, text: said } as const]),
      { type: 'close', block, sealed },
    ];
    const frames = written([
      START,
      ...reasoning(0, true, 'Sum'),
      ...reasoning(1, false, 'Hm'),
      ...reasoning(2, true, ''),
      ...text(3, 'Hi'),
      finish('stop'),
    ]);
    const { output } = rejoin(frames);
    const shown = output.map(({ type, summary, content, encrypted_content: seal }) => [
      type,
      summary,
      type === 'reasoning' ? content : undefined,
      typeof seal,
    ]);
    assert.deepEqual(shown, [
      ['reasoning', [{ type: 'summary_text', text: 'Sum' }], undefined, 'string'],
      ['reasoning', [], [{ type: 'reasoning_text', text: 'Hm' }], 'string'],
      ['reasoning', [], undefined, 'string'],
      ['message', undefined, undefined, 'undefined'],
    ]);
    const types = eventsOf(frames).map(({ type, output_index: at }) => `${at} ${type}`);
    assert.ok(types.includes('0 response.reasoning_summary_part.done'));
    assert.ok(types.includes('1 response.reasoning_text.done'));
    assert.deepEqual(
      types.filter((type) => type.startsWith('2')),
      ['2 response.output_item.added', '2 response.output_item.done'],
    );
  });

  it('numbers calls in parallel by their items, also when their inputs alternate', () => {
    const open = (block: number): ChatPart => call(block, 'tool')[0] ?? START;
    const frames = written([
      START,
      ...text(0, 'I look.'),
      open(1),
      open(2),
      { type: 'delta', block: 2, text: '{"b":' },
      { type: 'delta', block: 1, text: '{"a":1}' },
      { type: 'delta', block: 2, text: '2}' },
      { type: 'close', block: 1 },
      { type: 'close', block: 2 },
      finish('calls'),
    ]);
    const { output, status } = rejoin(frames);
    assert.equal(status, 'completed');
    assert.deepEqual(
      output.slice(1).map(({ call_id: id, arguments: json }) => [id, json]),
      [
        ['c1', '{"a":1}'],
        ['c2', '{"b":2}'],
      ],
    );
  });

  it('has an object for a call without arguments, and the client’s own names and kinds of tools', () => {
    const frames = written([
      START,
      ...call(0, 'tool'),
      ...call(1, 'patch', '{"input":"say ', '\\"hi\\"\\n"}'),
      ...call(2, 'notes__add', '{}'),
      ...call(3, 'invented', '{}'),
      finish('calls'),
    ]);
    const status = 'completed';
    const calls = (id: number, prefix: string) => ({
      id: `${prefix}_1-a_${id}`,
      call_id: `c${id}`,
    });
    assert.deepEqual(rejoin(frames).output, [
      { ...calls(0, 'fc'), type: 'function_call', status, name: 'tool', arguments: '{}' },
      { ...calls(1, 'ctc'), type: 'custom_tool_call', status, name: 'patch', input: 'say "hi"\n' },
      {
        ...calls(2, 'fc'),
        type: 'function_call',
        status,
        name: 'add',
        namespace: 'notes',
        arguments: '{}',
      },
      { ...calls(3, 'fc'), type: 'function_call', status, name: 'invented', arguments: '{}' },
    ]);
  });

  const ends = [
    ['stop', 'completed', undefined],
    ['calls', 'completed', undefined],
    ['refusal', 'completed', undefined],
    ['length', 'incomplete', 'max_output_tokens'],
    ['filter', 'incomplete', 'content_filter'],
  ] as const;
  for (const [reason, status, why] of ends) {
    it(`is ${status} for ${reason}, streamed and whole`, () => {
      const parts = [START, ...text(0, 'Hi'), finish(reason)];
      for (const response of [rejoin(written(parts)), whole(parts)]) {
        assert.equal(response.status, status);
        const details = why === undefined ? null : { reason: why };
        assert.deepEqual(response['incomplete_details'], details);
        assert.equal(response['completed_at'] === null, status === 'incomplete');
      }
    });
  }

  it('has what came last as incomplete where it was cut off, streamed and whole', () => {
    const parts = (reason: 'stop' | 'length') => [
      START,
      ...text(0, 'Hello'),
      ...text(1, 'you th'),
      finish(reason),
    ];
    const statuses = ({
      output,
    }: {
      readonly output: readonly Readonly<Record<string, unknown>>[];
    }) => output.map(({ status }) => status);
    const cut = ['completed', 'incomplete'];
    assert.deepEqual(statuses(whole(parts('length'))), cut);
    assert.deepEqual(statuses(rejoin(written(parts('length')))), cut);
    const both = ['completed', 'completed'];
    assert.deepEqual(statuses(whole(parts('stop'))), both);
    assert.deepEqual(statuses(rejoin(written(parts('stop')))), both);
    // A call behind it is what was cut off, and it is whole.
    const called = [START, ...text(0, 'Hi'), ...call(1, 'tool', '{}'), finish('length')];
    assert.deepEqual(statuses(whole(called)), both);
    assert.deepEqual(statuses(rejoin(written(called))), both);
  });

  it('has a call that was cut off as incomplete, with what there is of it', () => {
    const cut = (name: string, said: string): readonly ChatPart[] => [
      START,
      { type: 'open', block: 0, kind: 'call', id: 'c', name, by: 'client' },
      { type: 'delta', block: 0, text: said },
      { type: 'close', block: 0, isCut: true },
      finish('length'),
    ];
    for (const parts of [cut('tool', '{"a":"on'), cut('patch', '{"input":"on')]) {
      const [item] = rejoin(written(parts)).output;
      assert.equal(item?.['status'], 'incomplete');
      assert.match(String(item?.['arguments'] ?? item?.['input']), /on$/);
    }
  });

  it('says refusals, phases, citations and the probabilities of tokens', () => {
    const cited = { type: 'url_citation', url_citation: { url: 'https://a.example/', title: 'A' } };
    const frames = written([
      START,
      { type: 'open', block: 0, kind: 'text', phase: 'final_answer' },
      { type: 'delta', block: 0, text: 'See A.' },
      { type: 'note', block: 0, annotations: [cited], logprobs: [{ token: 'See' }] },
      { type: 'close', block: 0 },
      { type: 'open', block: 1, kind: 'refusal' },
      { type: 'delta', block: 1, text: 'No.' },
      { type: 'close', block: 1 },
      finish('stop'),
    ]);
    const [message, refusal] = rejoin(frames).output;
    const flat = { type: 'url_citation', url: 'https://a.example/', title: 'A' };
    assert.equal(message?.['phase'], 'final_answer');
    assert.deepEqual(message['content'], [
      { type: 'output_text', text: 'See A.', annotations: [flat], logprobs: [{ token: 'See' }] },
    ]);
    assert.deepEqual(refusal?.['content'], [{ type: 'refusal', refusal: 'No.' }]);
    assert.ok(
      eventsOf(frames).some(({ type }) => type === 'response.output_text.annotation.added'),
    );
  });

  it('counts the positions of a citation in its own item', () => {
    const at = (start_index: number, end_index: number) => ({ start_index, end_index });
    const parts: readonly ChatPart[] = [
      START,
      { type: 'open', block: 0, kind: 'text' },
      { type: 'delta', block: 0, text: 'I look. ', pieces: ['I ', 'look. '] },
      { type: 'close', block: 0 },
      { type: 'open', block: 1, kind: 'text' },
      { type: 'delta', block: 1, text: 'See A.' },
      {
        type: 'note',
        block: 1,
        annotations: [{ type: 'url_citation', url_citation: at(12, 13) }],
      },
      { type: 'close', block: 1 },
      finish('stop'),
    ];
    const own = { type: 'url_citation', ...at(4, 5) };
    const frames = written(parts);
    for (const { output } of [rejoin(frames), whole(parts)]) {
      const content = [{ type: 'output_text', text: 'See A.', annotations: [own], logprobs: [] }];
      assert.deepEqual(output[1]?.['content'], content);
    }
    assert.ok(frames.join('').includes(`"annotation":${JSON.stringify(own)}`));
  });

  it('has images that a model made, and items of its own wire, but nothing that it cannot say', () => {
    const value = (block: number, given: object) =>
      ({ type: 'whole', block, value: given }) as ChatPart;
    const source = { kind: 'base64', value: 'AAAA' };
    const item = { type: 'web_search_call', id: 'ws_1' };
    const { output } = rejoin(
      written([
        START,
        value(0, { type: 'media', kind: 'image', mediaType: 'image/png', source }),
        value(1, { type: 'foreign', wire: 'openai-responses', value: item }),
        value(2, { type: 'foreign', wire: 'gemini', value: { executableCode: {} } }),
        finish('stop'),
      ]),
    );
    assert.deepEqual(output, [
      { id: 'ig_1-a_0', type: 'image_generation_call', status: 'completed', result: 'AAAA' },
      item,
    ]);
  });

  it('breaks off with a response that failed, and with what there is of the answer', () => {
    const writer = RESPONSES.createWriter(facts, request);
    const half = text(0, 'Hel').slice(0, 2);
    const frames = [
      ...writer.write([START, ...half]),
      ...writer.fail(new GatewayError('providerFailed', { message: 'It broke.' })),
    ];
    const { status, error, error_type: type, output } = rejoin(frames);
    assert.deepEqual(
      [status, error, type],
      ['failed', { code: 'server_error', message: 'It broke.' }, 'provider_unavailable'],
    );
    assert.equal(output[0]?.['status'], 'incomplete');
    assert.equal(eventsOf(frames).at(-1)?.type, 'response.failed');
  });

  it('begins before it fails, for clients that would take no other first event', () => {
    const writer = RESPONSES.createWriter(facts, request);
    const frames = writer.fail(new GatewayError('rateLimited', { message: 'Slow down.' }));
    assert.deepEqual(
      eventsOf(frames).map(({ type }) => type),
      ['response.created', 'response.in_progress', 'response.failed'],
    );
    assert.deepEqual(rejoin(frames)['error'], {
      code: 'rate_limit_exceeded',
      message: 'Slow down.',
    });
  });
});
