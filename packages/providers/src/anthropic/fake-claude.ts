import { createHmac } from 'node:crypto';
import { json, type FakeReply } from '../fakes/fake-message.ts';

/** An error as Anthropic writes it. */
export function refuse(message: string, status = 400, type = 'invalid_request_error'): FakeReply {
  const request_id = 'req_fake';
  return json({ type: 'error', error: { type, message }, request_id }, status, {
    'request-id': request_id,
  });
}

/** Returns what the fake signs a text of thinking with, or seals in it, for one of its models. */
export function sealOf(model: unknown, text: string): string {
  return `Eq${createHmac('sha256', 'fake')
    .update(`${String(model)} ${text}`)
    .digest('base64')}`;
}

/** What the fake knows of a model, by its name. */
export interface FakeClaude {
  /** The types of `thinking` that it takes. */
  readonly thinking: readonly string[];
  readonly thinksUnasked: boolean;
  readonly isForced: boolean;
  readonly isSampled: boolean;
  readonly efforts: readonly string[];
  readonly systemAnywhere: boolean;
  readonly isPrefilled: boolean;
}

const ADAPTIVE: FakeClaude = {
  thinking: ['adaptive'],
  thinksUnasked: true,
  isForced: false,
  isSampled: false,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  systemAnywhere: true,
  isPrefilled: false,
};
const FIFTH = { ...ADAPTIVE, thinking: ['adaptive', 'disabled'], isForced: true };
const FOURTH = { ...FIFTH, thinksUnasked: false, systemAnywhere: false };
const SIXTH_OF_FOURTH = {
  ...FOURTH,
  thinking: ['adaptive', 'enabled', 'disabled'],
  isSampled: true,
  efforts: ['low', 'medium', 'high', 'max'],
};

const MODELS: readonly (readonly [RegExp, FakeClaude])[] = [
  [/sonnet-5-5/, { ...ADAPTIVE, thinking: ['adaptive', 'between_tools'] }],
  [/opus-5-5|fable-5-\d/, ADAPTIVE],
  [/fable-5/, { ...ADAPTIVE, isForced: true }],
  [/(?:opus|sonnet)-5|haiku-5-5/, FIFTH],
  [/opus-4-8/, { ...FOURTH, systemAnywhere: true }],
  [/opus-4-7/, FOURTH],
  [/-4-6/, SIXTH_OF_FOURTH],
  [
    /-4-5/,
    { ...SIXTH_OF_FOURTH, thinking: ['enabled', 'disabled'], efforts: [], isPrefilled: true },
  ],
];

/** Returns what the fake knows of a model; undefined for one that there is not. */
export function fakeClaude(model: unknown): FakeClaude | undefined {
  return MODELS.find(([name]) => name.test(String(model)))?.[1];
}
