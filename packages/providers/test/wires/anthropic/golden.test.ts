import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Block, ChatUsage } from '@model-gateway/core/chat';
import { createRandomSource } from '@model-gateway/core/kit';
import { cutsOf } from '../../support/long-tests.ts';
import { collected, ISSUER, partsOf, wholeResultOf } from './decoded.ts';

/* wire/ has answers as Anthropic sends them, one file each; here is what they say. */

interface Answer {
  readonly blocks: readonly Block[];
  /** The reason, and the server's own word. */
  readonly finish: string;
  readonly usage?: ChatUsage | undefined;
}

const text = (said: string, more: object = {}): Block => ({ type: 'text', text: said, ...more });
const sealed = (data: object) => ({ issuer: ISSUER, data: { ...data } });
const thought = (said: string, signature: string): Block => ({
  type: 'reasoning',
  text: said,
  isSummary: false,
  sealed: sealed({ signature }),
});
const redacted = (data: string): Block => ({
  type: 'reasoning',
  text: '',
  isSummary: false,
  sealed: sealed({ data }),
});
const call = (id: string, name: string, input: string): Block => ({
  type: 'call',
  id,
  name,
  input,
  by: 'client',
});
const cut = (block: Block): Block => Object.assign(block, { isCut: true });
const foreign = (value: object): Block => ({
  type: 'foreign',
  wire: 'anthropic-messages',
  value: { ...value },
});

const USAGE: ChatUsage = {
  inputTokens: 20,
  cacheReadTokens: 6,
  cacheWriteTokens: 4,
  cacheWriteHourTokens: 3,
  outputTokens: 30,
  reasoningTokens: 12,
};

const SEARCHED = {
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: { query: 'x' },
};
const FOUND = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [
    {
      type: 'web_search_result',
      title: 'A',
      url: 'https://a.example/',
      encrypted_content: 'Eo8',
      page_age: null,
    },
  ],
};
const CITATION = {
  url: 'https://a.example/',
  title: 'A',
  content: 'it is',
  start_index: 4,
  end_index: 10,
};

const ANSWERS: Readonly<Record<string, Answer>> = {
  text: { blocks: [text('Grüße, 🌍 and "quotes"\n')], finish: 'stop end_turn' },
  thinking: {
    blocks: [thought('Let me think: 模型 \u2028done.', 'EqQBsig=='), text('42')],
    finish: 'stop end_turn',
  },
  'hidden-thinking': { blocks: [thought('', 'EqQBhid=='), text('Yes.')], finish: 'stop end_turn' },
  redacted: {
    blocks: [
      redacted('EmwKAhgBEgy3va3pzix/LafPsn4aDFIT'),
      thought('Then.', 'EqQBtwo=='),
      text('No.'),
    ],
    finish: 'stop end_turn',
  },
  interleaved: {
    blocks: [
      thought('First.', 'EqQB1=='),
      text('I look.'),
      thought('Which?', 'EqQB2=='),
      call('toolu_1', 'find', '{"q":"a"}'),
    ],
    finish: 'calls tool_use',
  },
  calls: {
    blocks: [
      text('Two tools.'),
      call('toolu_01A', 'weather', '{"city": "K\\u00f6ln"}'),
      call('toolu_01B', 'clock', ''),
    ],
    finish: 'calls tool_use',
  },
  'whole-input': { blocks: [call('toolu_1', 'f', '{"a":1}')], finish: 'calls tool_use' },
  'cut-call': {
    blocks: [cut(call('toolu_1', 'write', '{"text":"once'))],
    finish: 'length max_tokens',
  },
  'cut-text': { blocks: [text('Once upon')], finish: 'length max_tokens' },
  window: { blocks: [text('Once')], finish: 'length model_context_window_exceeded' },
  'stop-sequence': { blocks: [text('One, two')], finish: 'stop stop_sequence' },
  refusal: {
    blocks: [text('I can'), { type: 'refusal', text: 'This may do harm.' }],
    finish: 'refusal refusal',
  },
  'bare-refusal': { blocks: [], finish: 'refusal refusal' },
  'refused-call': { blocks: [cut(call('toolu_1', 'f', '{"a":'))], finish: 'filter refusal' },
  pause: { blocks: [foreign(SEARCHED)], finish: 'pause pause_turn' },
  search: {
    blocks: [
      foreign(SEARCHED),
      foreign(FOUND),
      text('So: '),
      text('it is.', { annotations: [{ type: 'url_citation', url_citation: CITATION }] }),
    ],
    finish: 'stop end_turn',
    usage: { ...USAGE, searches: 1 },
  },
  compaction: {
    blocks: [foreign({ type: 'compaction', content: 'So far: nothing.' }), text('On.')],
    finish: 'stop end_turn',
    usage: { ...USAGE, inputTokens: 120, outputTokens: 50 },
  },
  'null-counts': { blocks: [text('Hi')], finish: 'stop end_turn' },
  'unknown-events': { blocks: [text('Hi')], finish: 'stop end_turn' },
  unannounced: {
    blocks: [text('Hi')],
    finish: 'stop end_turn',
    // Where the start is missing, nobody told of an hour.
    usage: { ...without(USAGE, 'cacheWriteHourTokens') },
  },
  'without-stop': { blocks: [text('Hi')], finish: 'stop end_turn' },
  'open-block': { blocks: [text('Hi')], finish: 'stop end_turn' },
  unnamed: { blocks: [text('Hi')], finish: 'stop end_turn' },
};

function without(usage: ChatUsage, name: keyof ChatUsage): ChatUsage {
  return Object.fromEntries(Object.entries(usage).filter(([one]) => one !== name));
}

const FOLDER = new URL('wire/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(`${name}.sse`, FOLDER));

function splitAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const ends = [...cuts, bytes.length];
  return ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
}

describe('an answer of Anthropic', () => {
  it('is here for every file', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sse'));
    const named = Object.keys(ANSWERS).map((name) => `${name}.sse`);
    assert.deepEqual(files.toSorted(), named.toSorted());
  });

  for (const [name, { blocks, finish, usage = USAGE }] of Object.entries(ANSWERS)) {
    it(`is understood: ${name}`, () => {
      const result = collected(partsOf([bytesOf(name)]));
      assert.deepEqual(result.blocks, blocks);
      assert.equal(`${result.finish?.reason} ${result.finish?.raw}`, finish);
      assert.deepEqual(result.usage, usage);
      if (name === 'unannounced') return;
      assert.deepEqual([result.id, result.model], ['msg_1', 'claude-opus-5-5']);
    });

    it(`is the same however it is split: ${name}`, () => {
      const bytes = bytesOf(name);
      const whole = collected(partsOf([bytes]));
      for (const cut of cutsOf(bytes.length)) {
        const result = collected(partsOf(splitAt(bytes, [cut])));
        assert.deepEqual(result, whole, `split at byte ${cut}`);
      }
      const random = createRandomSource(name);
      for (let round = 0; round < 10; round++) {
        const cuts = [...bytes.keys()].filter(() => random.chance(0.1 * (round + 1)));
        assert.deepEqual(collected(partsOf(splitAt(bytes, cuts))), whole, String(cuts));
      }
    });

    it(`is the same however its lines end: ${name}`, () => {
      const written = bytesOf(name).toString();
      const whole = collected(partsOf([bytesOf(name)]));
      const ways = [
        written.replaceAll('\n', '\r\n'),
        written.replaceAll('\n', '\r'),
        `\ufeff${written}`,
        written.trimEnd(),
        written.replaceAll(': {', ':{').replaceAll('event: ', 'event:'),
        written.replaceAll('event: ', ': hm\nid: 7\nretry: 9\nfoo: bar\nevent: '),
        written.replaceAll('\n\n', '\n\nevent: ping\n\n'),
        written.replaceAll(',"index":', '\ndata: ,"index":'),
      ];
      for (const way of ways) {
        const bytes = Buffer.from(way);
        assert.deepEqual(collected(partsOf([bytes])), whole, way);
        assert.deepEqual(
          collected(partsOf(splitAt(bytes, [...bytes.keys()].slice(1)))),
          whole,
          way,
        );
      }
    });

    it(`is not complete before its end: ${name}`, () => {
      const bytes = bytesOf(name);
      const sign = bytes.lastIndexOf('"stop_reason":"');
      for (let end = 0; end < sign; end += 7) {
        assert.throws(() => partsOf([bytes.subarray(0, end)]), { failure: /cut-off|malformed/ });
      }
    });
  }

  it('tells which text ended it', () => {
    const { finish } = collected(partsOf([bytesOf('stop-sequence')]));
    assert.equal(finish?.stopSequence, ', three');
  });

  it('is understood in JSON', () => {
    const result = wholeResultOf(readFileSync(new URL('whole.json', FOLDER), 'utf8'));
    assert.deepEqual(result.blocks, [
      thought('Let me think.', 'EqQBsig=='),
      redacted('Emw'),
      text('Two tools.'),
      call('toolu_1', 'weather', '{"city":"Köln"}'),
      call('toolu_2', 'clock', ''),
    ]);
    assert.equal(result.finish?.reason, 'calls');
    assert.deepEqual(result.usage, USAGE);
  });
});
