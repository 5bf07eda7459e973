import * as v from 'valibot';
import { described } from './described.ts';
import { ModelSchema } from './model.ts';
import { PricingSchema } from './pricing.ts';

const wholeNumber = v.pipe(v.number(), v.integer());
const flag = (description: string) => described(v.boolean(), description);

const percentiles = (description: string) =>
  described(
    v.nullable(
      v.object({
        p50: described(v.number(), 'As good or better in half of all requests.'),
        p75: described(v.number(), 'In 75 of 100.'),
        p90: described(v.number(), 'In 90 of 100.'),
        p99: described(v.number(), 'In 99 of 100.'),
      }),
    ),
    `${description} Null without a measurement, and without a key.`,
  );

const uptime = (span: string) =>
  described(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
    `Share of the attempts of the last ${span} that succeeded, in percent; null without any.`,
  );

/** One provider's offer for one model. Source: contract §16.5. */
export const EndpointSchema = described(
  v.object({
    name: described(v.string(), 'The provider and the model: `Acme | acme/quill-2`.'),
    model_id: described(v.string(), 'The id of the model.'),
    model_name: described(v.string(), 'The display name of the model.'),
    provider_name: described(v.string(), 'The name of the provider, as in `x-provider-name`.'),
    tag: described(v.string(), 'The slug of the provider, as in the preferences of a request.'),
    context_length: described(wholeNumber, 'The most tokens of a request and its answer.'),
    max_completion_tokens: described(v.nullable(wholeNumber), 'The most tokens of an answer.'),
    max_prompt_tokens: described(v.nullable(wholeNumber), 'Always null: the context is the limit.'),
    quantization: described(v.nullable(v.string()), 'For example `fp8`; null when unknown.'),
    pricing: PricingSchema,
    supported_parameters: described(v.array(v.string()), 'Request parameters that it obeys.'),
    supports_implicit_caching: flag('Whether repeated input is cached, and cheaper, unasked.'),
    supports_tool_choice: described(
      v.object({
        auto: flag('Whether it can call tools.'),
        none: flag('Whether `none` keeps it from that.'),
        required: flag('Whether `required` makes it call one.'),
        function: flag('Whether a tool can be named that it must call.'),
      }),
      'Which values of `tool_choice` it obeys.',
    ),
    latency_last_30m: percentiles('Milliseconds to the first output of a stream.'),
    throughput_last_30m: percentiles('Tokens of output a second.'),
    uptime_last_5m: uptime('5 minutes'),
    uptime_last_30m: uptime('30 minutes'),
    uptime_last_1d: uptime('day'),
  }),
  "One provider's offer for one model.",
  { title: 'Endpoint' },
);

/** One provider's offer for one model. Source: contract §16.5. */
export type Endpoint = v.InferOutput<typeof EndpointSchema>;

// Not taken apart here: bundlers leave out single constants that nothing uses.
const OF_MODEL = ModelSchema.entries;
const OF_ARCHITECTURE = OF_MODEL.architecture.entries;

/** A model and who serves it. Source: contract §16.5. */
export const ModelEndpointsSchema = described(
  v.object({
    id: OF_MODEL.id,
    name: OF_MODEL.name,
    created: OF_MODEL.created,
    description: described(v.string(), 'What the model is good for; empty when unknown.'),
    architecture: described(
      v.object({
        modality: OF_ARCHITECTURE.modality,
        input_modalities: OF_ARCHITECTURE.input_modalities,
        output_modalities: OF_ARCHITECTURE.output_modalities,
        instruct_type: described(v.nullable(v.string()), 'The instruction format, or null.'),
        tokenizer: described(v.nullable(v.string()), 'The tokenizer family, or null.'),
      }),
      'The modalities of the model and how it reads text.',
    ),
    endpoints: described(v.array(EndpointSchema), 'The providers that serve it, in their order.'),
  }),
  'A model and who serves it.',
  { title: 'ModelEndpoints' },
);

/** A model and who serves it. Source: contract §16.5. */
export type ModelEndpoints = v.InferOutput<typeof ModelEndpointsSchema>;
