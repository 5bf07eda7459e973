import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claudeRules } from '../../../src/wires/anthropic/claude-rules.ts';
import { encodeMessageRequest } from '../../../src/wires/anthropic/encode.ts';
import { NameMap } from '../../../src/wires/common/name-map.ts';
import { refusalOfMessage } from '../../../src/anthropic/fake-refusals.ts';
import { BARE, call, media, result, said, text } from '../blocks.ts';
import { REQUESTS, usualBody, type Encoded } from './requests.ts';

const UPSTREAM = 'claude-opus-5';

function encoded({ request, upstream = UPSTREAM, user, options = {} }: Encoded) {
  const warnings: string[] = [];
  const body = encodeMessageRequest(
    { ...BARE, ...request },
    {
      upstream,
      rules: claudeRules(upstream),
      maxOutput: 32_000,
      user,
      options: { ...options },
      warn: (parameter, note) => warnings.push(`${parameter}=${note}`),
    },
  );
  return { body: JSON.parse(JSON.stringify(body)), warnings };
}

describe('a request to Anthropic', () => {
  for (const [what, asked] of Object.entries(REQUESTS)) {
    it(`has ${what}`, () => {
      const { upstream = UPSTREAM, body: expected, warnings: told = [] } = asked;
      const { body, warnings } = encoded(asked);
      const whole = {
        ...usualBody(upstream, asked.request.maxOutputTokens ?? 32_000),
        ...expected,
      };
      // What a case is not about may be there.
      const { tools: _, messages: __, ...rest } = body;
      const isAbout = (name: string) => Object.hasOwn(expected, name);
      assert.deepEqual(
        {
          ...rest,
          ...(isAbout('tools') && { tools: body.tools }),
          messages: isAbout('messages') || !asked.request.messages ? body.messages : whole.messages,
        },
        whole,
      );
      assert.deepEqual(warnings, told);
    });
  }

  it('has different ids for different calls, and the same for a call and its result', () => {
    const ids = ['a.b', 'a_b', 'a:b', 'x'.repeat(200), `${'x'.repeat(200)}y`];
    const messages = [
      said('user', text('Go')),
      said('assistant', ...ids.map((id) => call(id, 'f', '{}'))),
      said('user', ...ids.map((id) => result(id, text(id)))),
    ];
    const { body } = encoded({ request: { messages }, body: {} });
    const [, called, answered] = body.messages;
    const sent = called.content.map(({ id }: { id: string }) => id);
    assert.equal(new Set(sent).size, ids.length);
    for (const id of sent) assert.match(id, /^[\w-]{1,128}$/);
    assert.equal(sent[1], 'a_b');
    assert.deepEqual(
      answered.content.map((block: { tool_use_id: string }) => block.tool_use_id),
      sent,
    );
  });

  it('is the same for the same conversation, so that its cache is found', () => {
    const messages = [
      said('user', text('a')),
      said('assistant', text('b')),
      said('user', text('c')),
    ];
    const first = JSON.stringify(
      encoded({ request: { messages: messages.slice(0, 1) }, body: {} }),
    );
    const later = JSON.stringify(encoded({ request: { messages }, body: {} }));
    assert.ok(later.startsWith(first.slice(0, first.indexOf(']}]'))));
  });

  it('names tools so that the answer can be given back by the client’s names', () => {
    const names = new NameMap(128);
    const long = 'x'.repeat(128);
    assert.deepEqual(
      ['a.b', 'a_b', long].map((name) => names.toWire(name)),
      ['a_b', 'a_b_2', long],
    );
    assert.equal(names.toClient('a_b_2'), 'a_b');
  });

  /** An object of this many levels. */
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

  const refused: readonly (readonly [
    what: string,
    request: Encoded['request'],
    message: RegExp,
  ])[] = [
    [
      'a call whose input is no object',
      { messages: [said('user', text('a')), said('assistant', call('c', 'f', '[1]'))] },
      /the call of f must have a JSON object/,
    ],
    [
      'a call whose input is too deep to be written',
      { messages: [said('user', text('a')), said('assistant', call('c', 'f', nested(501)))] },
      /the call of f must have a JSON object of at most 500 levels/,
    ],
    [
      'a sound',
      { messages: [said('user', media({ kind: 'audio', mediaType: 'audio/wav' }))] },
      /no sound and no film/,
    ],
    [
      'a document of another type',
      { messages: [said('user', media({ kind: 'file', mediaType: 'application/zip' }))] },
      /it takes PDF and text as documents, got application\/zip/,
    ],
  ];
  for (const [what, request, message] of refused) {
    it(`is none with ${what}`, () => {
      assert.throws(() => encoded({ request, body: {} }), { failure: 'parameter', message });
    });
  }

  /** Those that only a client of the same wire can mean, who has to know what it does. */
  const UNJUDGED = new Set(['what a client of the same wire says, as written']);
  for (const [what, asked] of Object.entries(REQUESTS)) {
    if (UNJUDGED.has(what) || what.startsWith('thinking as it came')) continue;
    it(`is one that the fake takes: ${what}`, () => {
      const { body } = encoded(asked);
      const version = 'temperature' in body ? '2023-06-01' : '2026-10-21';
      const refusal = refusalOfMessage(body, version);
      assert.equal(refusal && Buffer.from(refusal.body).toString(), undefined);
    });
  }
});
