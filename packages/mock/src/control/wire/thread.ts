import { described, optional } from '@model-gateway/core/kit';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const DIALECT = v.picklist(['openai', 'anthropic', 'responses']);

const USAGE = {
  input: described(count, 'All of the input, that of the prompt cache included.'),
  output: count,
  cached: described(count, 'Of the input, what the prompt cache had.'),
  written: described(count, 'Of the input, what the prompt cache took in.'),
  reasoning: described(count, 'Of the output.'),
};

/** What requests have that continue a conversation. */
export const TALK = {
  chat: described(
    v.nullable(
      v.object({
        dialect: DIALECT,
        model: described(v.string(), "In the client's words."),
        system: described(v.string(), 'All instructions, joined by a blank line.'),
        messages: described(
          v.array(v.object({ role: v.string(), blocks: v.array(v.unknown()) })),
          'What was said, as functions of rules see it.',
        ),
        last: described(v.string(), 'What the user said last.'),
        results: described(
          v.record(v.string(), v.string()),
          'What tools have returned since then, by the name of the tool and by the id of the call.',
        ),
        tools: described(v.array(v.string()), 'The names of the tools that are offered.'),
        tokens: described(count, 'Of the input, estimated.'),
        turn: described(count, 'How often the user has spoken.'),
      }),
    ),
    'The conversation; null for others, and for what the gateway refuses.',
  ),
  answer: described(
    v.nullable(
      v.object({
        text: v.string(),
        reasoning: v.string(),
        refusal: v.string(),
        calls: described(
          v.array(v.object({ name: v.string(), args: v.unknown() })),
          'Calls of tools in their order; arguments that are not JSON are text.',
        ),
        finish: described(
          v.nullable(v.string()),
          'Why the model stopped, in the words of the dialect.',
        ),
      }),
    ),
    "What the client heard of the model's answer, as much as came.",
  ),
  usage: described(v.nullable(v.object(USAGE)), 'Tokens as the client was told them.'),
  cost: described(v.nullable(v.number()), 'USD as the client was told it.'),
};

/** A conversation of a tenant: requests that go on with each other. */
export const ThreadSchema = described(
  v.object({
    requests: described(v.array(count), 'The numbers of its requests, oldest first.'),
    dialect: DIALECT,
    model: described(v.string(), 'Of its last request.'),
    first: described(v.string(), 'What the user said first.'),
    turns: described(count, 'How often the user has spoken.'),
    usage: described(v.object(USAGE), 'The tokens of all its requests.'),
    cost: described(v.number(), 'Of all its requests, USD.'),
    problems: described(
      v.array(v.string()),
      'What went wrong: errors, broken streams, calls of tools that were never answered.',
    ),
    transcript: described(v.string(), 'Its requests and what was said, for people to read.'),
  }),
  'Requests that go on with each other.',
  { title: 'Thread' },
);

export type ThreadJson = v.InferOutput<typeof ThreadSchema>;

/** An assertion on conversations. */
export const ThreadExpectationSchema = described(
  v.object({
    chat: optional(v.unknown(), 'Only those of which a request is like this, as in rules.'),
    count: optional(count, 'The exact number of conversations.'),
    at: optional(
      v.pipe(v.number(), v.integer()),
      'The one that the rest is about: 0 is the first, -1 the last. Left out, there has to be one alone.',
    ),
    turns: optional(count, 'How often the user has spoken.'),
    requests: optional(count, 'How often the model was asked, repeated requests too.'),
    calls: optional(
      v.array(
        v.union([
          v.string(),
          v.object({ name: v.string(), args: optional(v.unknown(), 'The members that matter.') }),
        ]),
      ),
      'The tools that the model called, and no others, in this order.',
    ),
    answer: optional(v.unknown(), 'What the last answer says; plain text is a part of it.'),
    append_only: optional(
      v.literal(true),
      'Each request begins with the one before it, so that a prompt cache serves it.',
    ),
  }),
  'An assertion on the conversations of a tenant.',
  { title: 'ThreadExpectation' },
);

export type ThreadExpectationJson = v.InferOutput<typeof ThreadExpectationSchema>;
