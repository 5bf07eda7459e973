import { ALL_OPERATIONS } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { toSnakeCase, type SnakeCase } from '../../rename-keys.ts';
import { OPERATION_ID, ROUTE_NAME } from '../../route-name.ts';
import { ACTION_WORDS, ACTIONS, type ActionJson, type ActionWord } from '../actions/index.ts';
import { members, TEXT } from '../actions/forms.ts';
import { CHAT_JSON, type ChatJson } from '../chat/chat-json.ts';

const patterns = v.record(TEXT, v.unknown(), 'must be an object of patterns');

const OPERATION_NAMES = ['*', ...ALL_OPERATIONS.map(({ id }) => id)] as const;

function notATarget({ input }: { readonly input: unknown }): string {
  const guess = typeof input === 'string' ? didYouMean(input, OPERATION_NAMES) : '';
  return (
    `must be one of ${OPERATION_NAMES.join(', ')}, ` +
    `or a route such as "POST /moderations"${guess}`
  );
}

const SCOPE = {
  id: v.optional(TEXT),
  on: v.union(
    [
      v.picklist(OPERATION_NAMES),
      v.pipe(TEXT, v.regex(ROUTE_NAME, notATarget)),
      // The gateway that uses the rule says whether it has the operation.
      v.pipe(TEXT, v.regex(OPERATION_ID, notATarget), v.description('An operation of your own.')),
    ],
    notATarget,
  ),
  where: v.optional(
    members({
      body: v.optional(v.unknown()),
      query: v.optional(patterns),
      params: v.optional(patterns),
      headers: v.optional(patterns),
      chat: v.optional(v.unknown()),
    }),
  ),
};

/** The actions of a rule in JSON, one of which it has. */
export type ActionsJson = {
  readonly [Word in ActionWord as SnakeCase<Word>]?: ActionJson<Word> | undefined;
};

const ScopeSchema = v.object(SCOPE);

/** A rule as JSON: an operation, what its requests have to be like, and one action. */
export interface RuleJson extends v.InferOutput<typeof ScopeSchema>, ActionsJson, ChatJson {}

const actionEntries: v.ObjectEntries = Object.fromEntries(
  ACTION_WORDS.map((word) => [
    toSnakeCase(word),
    v.optional<v.GenericSchema>(ACTIONS[word].schema),
  ]),
);

/** Checks a rule in JSON. The messages are the ends of sentences that begin with a place. */
// The actions have the names and the schemas of which `ActionsJson` is made.
export const RuleJsonSchema = members({
  ...SCOPE,
  ...actionEntries,
  ...CHAT_JSON,
}) as v.GenericSchema<RuleJson>;
