import { described, optional } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { STREAM_ENDINGS } from '../../streams/endings.ts';

/** The next thing to send on a held stream: one of these. */
export const StreamOrderSchema = described(
  v.object({
    partial: optional(
      v.pipe(v.number(), v.integer(), v.minValue(0)),
      'The partial image with this index.',
    ),
    text: optional(v.string(), 'A piece of text.'),
    phase: optional(
      v.picklist(['content', 'reasoning', 'draft']),
      'The kind of the text; `content` by default.',
    ),
    reason: optional(v.string(), 'A piece of reasoning.'),
    refuse: optional(v.string(), 'A piece of a refusal of the model.'),
    call: optional(
      v.union([v.string(), v.object({ name: v.string(), args: v.unknown() })]),
      'The name of a tool that the model begins to call, or the whole call: `name` and `args`, of which text is sent as it is.',
    ),
    args: optional(v.string(), 'A piece of the arguments of that call, which are JSON.'),
    complete: optional(
      v.literal(true),
      'The finished images, or the finish of the answer, and the end.',
    ),
    error: optional(
      v.object({
        code: optional(v.pipe(v.number(), v.integer()), 'A status; 502 by default.'),
        message: optional(v.string(), 'By default the gateway’s message for the code.'),
        type: optional(v.string(), 'What went wrong at the provider.'),
      }),
      'An error event and the end.',
    ),
    end: optional(v.picklist(STREAM_ENDINGS), 'The ending, by its name.'),
  }),
  'The next event of a held stream: a partial image, a text, a call, or the end.',
  { title: 'StreamOrder' },
);

export type StreamOrderJson = v.InferOutput<typeof StreamOrderSchema>;
