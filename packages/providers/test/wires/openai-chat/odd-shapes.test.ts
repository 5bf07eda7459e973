import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from 'node:test';
import type { Block } from '@model-gateway/core/chat';
import { collected } from '../../../../core/test/chat/collected.ts';
import { calls, CHAT, chunk } from './reading.ts';

const { partsOf, resultOf, wholeResultOf } = CHAT;

/* Odd but valid answers, and calls that can only be guessed at: every shape was seen at a server. */

const fn = (name: string | undefined, args?: unknown) => ({
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
});

/** The calls of an answer, as `id name(input)`. */
function callsOf(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) =>
    block.type === 'call' ? [`${block.id} ${block.name}(${block.input})`] : [],
  );
}

const END = chunk({}, 'tool_calls');

const CALLS: readonly (readonly [what: string, chunks: readonly object[], calls: string[]])[] = [
  [
    'a name after the arguments',
    [
      calls({ index: 0, id: 'x', ...fn(undefined, '{"a"') }),
      calls({ index: 0, ...fn('f', ':1}') }),
    ],
    ['x f({"a":1})'],
  ],
  [
    'a name in every delta',
    [
      calls({ index: 0, id: 'x', ...fn('f', '{"a"') }),
      calls({ index: 0, id: 'x', ...fn('f', ':1}') }),
      calls({ index: 0, ...fn('f', '') }),
    ],
    ['x f({"a":1})'],
  ],
  [
    'an index of 0 for every call',
    [
      calls({ index: 0, id: 'x', ...fn('f', '{"a":1}') }),
      calls({ index: 0, id: 'y', ...fn('f', '{"b":2}') }),
    ],
    ['x f({"a":1})', 'y f({"b":2})'],
  ],
  [
    'an index of 0 for every call, without ids',
    [calls({ index: 0, ...fn('f', '{"a":1}') }), calls({ index: 0, ...fn('f', '{"b":2}') })],
    ['call_a-1_0 f({"a":1})', 'call_a-1_1 f({"b":2})'],
  ],
  [
    'no index, but ids',
    [
      calls({ id: 'x', ...fn('f', '{"a"') }, { id: 'y', ...fn('g', '{') }),
      calls({ id: 'y', ...fn(undefined, '}') }, { id: 'x', ...fn(undefined, ':1}') }),
    ],
    ['x f({"a":1})', 'y g({})'],
  ],
  [
    'neither index nor id',
    [calls(fn('f', '{}'), fn('f', '{"a":1}')), calls(fn('g', '{"b"')), calls(fn(undefined, ':2}'))],
    ['call_a-1_0 f({})', 'call_a-1_1 f({"a":1})', 'call_a-1_2 g({"b":2})'],
  ],
  [
    'an id of its own with each delta',
    [
      calls({ index: 0, id: 'x', ...fn('f', '{"a"') }),
      calls({ index: 0, id: 'z', ...fn(undefined, ':1}') }),
    ],
    ['x f({"a":1})'],
  ],
  [
    'the same id twice',
    [calls({ index: 0, id: 'x', ...fn('f', '{}') }, { index: 1, id: 'x', ...fn('g', '{}') })],
    ['x f({})', 'x_2 g({})'],
  ],
  [
    'an index beyond any number of calls',
    [calls({ index: 2 ** 31, id: 'x', ...fn('f', '{}') })],
    ['x f({})'],
  ],
  [
    'an id that is too long',
    [calls({ id: 'y'.repeat(99), ...fn('f', '{}') })],
    [`${'y'.repeat(64)} f({})`],
  ],
  [
    'arguments as an object',
    [calls({ index: 0, id: 'x', ...fn('f', { a: 1 }) })],
    ['x f({"a":1})'],
  ],
  ['arguments that are null', [calls({ index: 0, id: 'x', ...fn('f', null) })], ['x f()']],
  ['no arguments', [calls({ index: 0, id: 'x', ...fn('f') })], ['x f()']],
  ['empty arguments', [calls({ index: 0, id: 'x', ...fn('f', '') })], ['x f()']],
  ['null as a text', [calls({ index: 0, id: 'x', ...fn('f', 'null') })], ['x f()']],
  ['a list as arguments', [calls({ index: 0, id: 'x', ...fn('f', '[]') })], ['x f()']],
  ['an empty text as arguments', [calls({ index: 0, id: 'x', ...fn('f', '""') })], ['x f()']],
  [
    'JSON in a text',
    [
      calls({ index: 0, id: 'x', ...fn('f', '"{\\"a\\":') }),
      calls({ index: 0, ...fn(undefined, '1}"') }),
    ],
    ['x f({"a":1})'],
  ],
  [
    'blanks around the arguments',
    [
      calls({ index: 0, id: 'x', ...fn('f', '\n {"a":1}') }),
      calls({ index: 0, ...fn(undefined, ' \n') }),
    ],
    ['x f(\n {"a":1} \n)'],
  ],
  [
    'brackets within a text',
    [
      calls({ index: 0, id: 'x', ...fn('f', '{"a":"}\\"') }),
      calls({ index: 0, ...fn(undefined, '{]"}') }),
    ],
    ['x f({"a":"}\\"{]"})'],
  ],
  [
    'an empty list of calls with every delta',
    [chunk({ content: '', tool_calls: [] }), calls({ id: 'x', ...fn('f', '{}') })],
    ['x f({})'],
  ],
  [
    'calls after the finish reason',
    [chunk({}, 'tool_calls'), calls({ id: 'x', ...fn('f', '{}') })],
    ['x f({})'],
  ],
];

describe('calls of an answer', () => {
  for (const [what, chunks, expected] of CALLS) {
    it(`are put together from ${what}`, () => {
      const { blocks, finish } = resultOf([...chunks, END]);
      assert.deepEqual(callsOf(blocks), expected);
      assert.equal(finish?.reason, 'calls');
    });
  }

  const broken: readonly (readonly [what: string, chunks: readonly object[]])[] = [
    ['two objects', [calls({ index: 0, id: 'x', ...fn('f', '{}{}') })]],
    ['text that is not JSON', [calls({ index: 0, id: 'x', ...fn('f', '{"a":}') })]],
    ['a number', [calls({ index: 0, id: 'x', ...fn('f', '7') })]],
    ['an object that never ends', [calls({ index: 0, id: 'x', ...fn('f', '{"a":1') })]],
    ['no name', [calls({ index: 0, id: 'x', ...fn(undefined, '{}') })]],
    [
      'more after a complete call',
      [
        calls({ index: 0, id: 'x', ...fn('f', '{}') }, { index: 1, id: 'y', ...fn('g', '{}') }),
        calls({ index: 0, ...fn(undefined, '}') }),
      ],
    ],
  ];
  for (const [what, chunks] of broken) {
    it(`fail as made by the model: ${what}`, () => {
      assert.throws(() => resultOf([...chunks, END]), { failure: 'generation' });
    });
  }

  it('may be incomplete when the answer reached its limit', () => {
    const { blocks, finish } = resultOf([
      calls(
        { index: 0, id: 'x', ...fn('f', '{"a":1') },
        { index: 1, id: 'y', ...fn(undefined, '') },
      ),
      chunk({}, 'length'),
    ]);
    assert.deepEqual(callsOf(blocks), ['x f({"a":1)']);
    assert.equal(finish?.reason, 'length');
  });

  it('do not hold back the text behind them once they are complete', () => {
    const call = calls({ index: 0, id: 'x', ...fn('f', '{}') });
    const parts = CHAT.aDecoder().push(CHAT.streamOf([call, chunk({ content: 'Hi' })]), []);
    assert.deepEqual(parts.at(-1), { type: 'delta', block: 1, text: 'Hi' });
  });

  it('are at most a thousand', () => {
    const many = Array.from({ length: 1001 }, (_, index) =>
      calls({ index, id: `x${index}`, ...fn('f', '{}') }),
    );
    assert.equal(resultOf([...many.slice(1), END]).blocks.length, 1000);
    assert.throws(() => resultOf([...many, END]), { failure: 'malformed' });
  });
});

describe('an answer', () => {
  const said = (chunks: readonly (object | string)[]) =>
    resultOf([...chunks, chunk({}, 'stop')]).blocks.map((block) =>
      block.type === 'text' || block.type === 'reasoning' ? `${block.type}: ${block.text}` : '',
    );

  const usable: readonly (readonly [what: string, chunks: readonly (object | string)[]])[] = [
    ['no choices first', [{ id: 'a', choices: [] }, chunk({ content: 'Hi' })]],
    ['a choice without a delta', [{ choices: [{ index: 0 }] }, chunk({ content: 'Hi' })]],
    ['a delta that is null', [chunk(null), chunk({ content: 'Hi' })]],
    ['an empty role', [chunk({ role: '', content: 'Hi' })]],
    ['an id that changes', [chunk({ content: 'H' }), { id: 'b', ...chunk({ content: 'i' }) }]],
    ['an empty finish reason', [{ choices: [{ delta: { content: 'Hi' }, finish_reason: '' }] }]],
    ['a text after the finish reason', [chunk({ content: 'H' }, 'stop'), chunk({ content: 'i' })]],
    [
      'content as parts',
      [
        chunk({
          content: [
            { type: 'text', text: 'H' },
            { type: 'text', text: 'i' },
          ],
        }),
      ],
    ],
    [
      'another choice',
      [{ choices: [{ index: 1, delta: { content: 'No' } }] }, chunk({ content: 'Hi' })],
    ],
    ['no space after the colon', [`data:${JSON.stringify(chunk({ content: 'Hi' }))}\n\n`]],
    ['a chunk on two lines', ['data: {"choices":\ndata: [{"delta":{"content":"Hi"}}]}\n\n']],
    [
      'other fields, comments, names',
      [
        'id: 7\nretry: 9\nfoo: bar\n: x\nevent: chunk\ndata: {"choices":[{"delta":{"content":"Hi"}}]}\n\nevent: ping\n\n',
      ],
    ],
    [
      'mixed ends of lines',
      [
        'data: {"choices":[{"delta":{"content":"H"}}]}\r\rdata: {"choices":[{"delta":{"content":"i"}}]}\r\n\n',
      ],
    ],
    [
      'members of wrong types',
      [
        {
          id: 7,
          choices: [
            { index: 0, delta: { content: 'Hi', tool_calls: 'x', refusal: 1 }, logprobs: [] },
          ],
          usage: 'x',
        },
      ],
    ],
    [
      'a prototype',
      ['data: {"__proto__":{"error":1},"choices":[{"delta":{"content":"Hi","__proto__":1}}]}\n\n'],
    ],
  ];
  for (const [what, chunks] of usable) {
    it(`may have ${what}`, () => assert.deepEqual(said(chunks), ['text: Hi']));
  }

  it('ends with the mark: what follows is ignored', () => {
    const { blocks } = resultOf([
      chunk({ content: 'Hi' }, 'stop'),
      'data: [DONE]\n\n',
      chunk({ content: ' there' }),
      'data: {"error":"late"}\n\n',
    ]);
    assert.deepEqual(blocks, [{ type: 'text', text: 'Hi' }]);
  });

  it('may end in the middle of the mark, or without its blank line', () => {
    for (const end of ['data: [DO', 'data: [DONE]', '', ': bye']) {
      const body = `data: ${JSON.stringify(chunk({ content: 'Hi' }, 'stop'))}\n\n${end}`;
      assert.equal(resultOf([body]).finish?.reason, 'stop', end);
    }
  });

  it('keeps U+FFFD for bytes that are not UTF-8', () => {
    const body = Buffer.concat([
      Buffer.from('data: {"choices":[{"delta":{"content":"a'),
      Buffer.from([0xff]),
      Buffer.from('b"},"finish_reason":"stop"}]}\n\n'),
    ]);
    assert.deepEqual(collected(partsOf([body])).blocks, [{ type: 'text', text: 'a\uFFFDb' }]);
  });

  it('speaks, thinks and speaks again in blocks of its own', () => {
    assert.deepEqual(
      said([
        chunk({ reasoning: 'Hm' }),
        chunk({ content: 'A' }),
        chunk({ reasoning_content: 'Oh', reasoning: 'Oh' }),
        chunk({ content: 'B' }),
      ]),
      ['reasoning: Hm', 'text: A', 'reasoning: Oh', 'text: B'],
    );
  });

  it('has the images of gateways, streamed and whole, behind a call that is incomplete, too', () => {
    const image = (url: string) => ({ images: [{ type: 'image_url', image_url: { url } }] });
    const png = {
      type: 'media',
      kind: 'image',
      mediaType: 'image/png',
      source: { kind: 'base64', value: 'AAAA' },
    };
    const far = {
      ...png,
      mediaType: undefined,
      source: { kind: 'url', value: 'https://a.example/x' },
    };
    const hi = { type: 'text', text: 'Hi' };
    const data = image('data:image/png;base64,AAAA');
    const chunks = [chunk({ content: 'Hi' }), chunk(data), chunk(image('https://a.example/x'))];
    assert.deepEqual(resultOf([...chunks, chunk({}, 'stop')]).blocks, [hi, png, far]);
    assert.deepEqual(wholeResultOf({ choices: [{ message: { content: 'Hi', ...data } }] }).blocks, [
      hi,
      png,
    ]);
    const called = resultOf([
      calls({ index: 0, id: 'x', ...fn('f', '{"a"') }),
      chunk(data),
      calls({ index: 0, ...fn(undefined, ':1}') }),
      END,
    ]);
    assert.deepEqual(
      called.blocks.map(({ type }) => type),
      ['call', 'media'],
    );
  });

  it('has the citations of its text', () => {
    const annotation = { type: 'url_citation', url_citation: { url: 'https://a.example' } };
    const { blocks } = resultOf([
      chunk({ content: 'Hi' }),
      chunk({ annotations: [annotation] }),
      chunk({}, 'stop'),
    ]);
    assert.deepEqual(blocks, [{ type: 'text', text: 'Hi', annotations: [annotation] }]);
  });

  const reasons: readonly (readonly [raw: string, reason: string])[] = [
    ['eos', 'stop'],
    ['model_length', 'length'],
    ['content_filter', 'filter'],
    ['tool_calls', 'stop'],
    ['wearied', 'other'],
    ['constructor', 'other'],
  ];
  for (const [raw, reason] of reasons) {
    it(`finishes with ${reason} for ${raw}, when it has no calls`, () => {
      const { finish } = resultOf([chunk({ content: 'Hi' }), chunk({}, raw)]);
      assert.deepEqual(finish, { type: 'finish', reason, raw });
    });
  }

  it('finishes with the last reason of several', () => {
    const { finish } = resultOf([chunk({ content: 'Hi' }, 'stop'), chunk({}, 'length')]);
    assert.equal(finish?.raw, 'length');
  });

  it('in JSON needs no finish reason', () => {
    const { finish, blocks } = wholeResultOf({
      choices: [{ message: { content: 'Hi' }, finish_reason: null }],
    });
    assert.equal(finish?.reason, 'stop');
    assert.deepEqual(blocks, [{ type: 'text', text: 'Hi' }]);
  });
});
