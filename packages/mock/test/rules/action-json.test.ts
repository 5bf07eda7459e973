import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import {
  ACTION_WORDS,
  ACTIONS,
  definitionOf,
  type ActionWord,
  type ArgumentsOf,
} from '../../src/rules/actions/index.ts';

import { defineAction } from '../../src/rules/actions/define-action.ts';

/** Arguments with every option: the type asks for words that are added. */
const ARGUMENTS: { readonly [Word in ActionWord]: ArgumentsOf<Word> } = {
  fail: [
    529,
    {
      times: 2,
      afterMs: 5,
      message: 'busy',
      metadata: { camelCase: 1 },
      headers: { 'X-Name': 'a' },
      retryAfter: 'realistic',
    },
  ],
  failAlways: [503, { afterMs: 5, message: 'down', metadata: {}, headers: {}, retryAfter: 3 }],
  delay: ['90s', { times: Infinity }],
  reply: [{ status: 201, headers: { etag: '"a"' }, json: { camelCase: 1 } }, { times: 3 }],
  fault: ['hang', { times: Infinity }],
  end: [
    'error-event',
    {
      afterEvents: 2,
      afterDeltas: 1,
      afterBytes: 0,
      error: { code: 502, message: 'm', type: 't' },
      times: 2,
    },
  ],
  relate: [{ from: 'car', to: 'automobile', cosine: 0.9 }, { times: 3 }],
};

describe('the action of a rule', () => {
  for (const word of ACTION_WORDS) {
    it(`is the same over HTTP as in code: ${word}`, () => {
      const { fromJson, toJson } = definitionOf(word);
      const sent: unknown = JSON.parse(JSON.stringify(toJson(...ARGUMENTS[word])));
      assert.deepEqual(fromJson(v.parse(ACTIONS[word].schema, sent)), ARGUMENTS[word]);
    });
  }
});

describe('the definition of an action', () => {
  interface Options {
    readonly times?: number;
  }
  const rest = {
    options: { times: true },
    create: () => assert.fail('it is never created'),
    schema: v.unknown(),
    toJson: () => null,
  } as const;

  it('has options as its second argument, for readers of types', () => {
    defineAction<readonly [name: string, options?: Options], typeof rest.schema>({
      ...rest,
      fromJson: () => ['x', {}],
    });
    defineAction<readonly [options: Options], typeof rest.schema>({
      ...rest,
      // @ts-expect-error -- options in the place of the argument would not be looked at
      options: rest.options,
      fromJson: () => [{}],
    });
  });
});
