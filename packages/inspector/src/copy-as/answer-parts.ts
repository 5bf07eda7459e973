import { argumentsIn, jsonIn } from '@model-gateway/core/kit';
import type { RequestDetail } from '../api/types.ts';

/** A part of an answer, as rules say it. */
export type Part = (
  | { readonly say: string }
  | { readonly reason: string }
  | { readonly refuse: string }
  | { readonly json: unknown }
  /** `args` that are text are sent as they are, because they are not JSON. */
  | { readonly call: string; readonly args: unknown }
) & {
  /** The request does not allow the answer of which it is a part. */
  readonly unchecked?: true;
};

type Message = NonNullable<RequestDetail['chat']>['messages'][number];

/** A part of a message. Source: the description of the control interface. */
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly name?: string;
  readonly input?: string;
}

/** Returns the parts of the answer that the client heard. */
export function partsOfAnswer({ answer, chat }: RequestDetail): readonly Part[] {
  if (answer === null) return [];
  const { reasoning, text, refusal, calls, finish } = answer;
  // Messages have no refusals of their own: text with this reason is one.
  const isRefusal = finish === 'refusal' && chat?.dialect === 'anthropic';
  const parts: readonly Part[] = [
    ...(reasoning === '' ? [] : [{ reason: reasoning }]),
    ...(text === '' ? [] : isRefusal ? [{ refuse: text }] : spoken(text)),
    ...(refusal === '' ? [] : [{ refuse: refusal }]),
    ...calls.map(({ name, args }) => ({ call: name, args })),
  ];
  // Whole, and without a word.
  return parts.length === 0 && finish !== null ? [{ say: '' }] : parts;
}

/** Returns the parts of an answer that the client sent back in its transcript. */
export function partsOfMessage({ blocks }: Message): readonly Part[] {
  // The type is that of the interface's description.
  return (blocks as readonly Block[]).flatMap((block): readonly Part[] => {
    const { type, text = '', name = '', input = '' } = block;
    if (type === 'text' && text !== '') return spoken(text);
    if (type === 'reasoning' && text !== '') return [{ reason: text }];
    if (type === 'refusal') return [{ refuse: text }];
    return type === 'call' ? [{ call: name, args: argumentsIn(input) }] : [];
  });
}

/** Marks the parts of an answer that the request does not allow. */
export function unchecked(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => ({ ...part, unchecked: true }));
}

/** Whether a part is of an answer that the request does not allow. */
export function isUnchecked(part: Part): boolean {
  return part.unchecked === true;
}

/** The same parts, for a rule that says in its options that they are not checked. */
export function unmarked(parts: readonly Part[]): readonly Part[] {
  return parts.map(({ unchecked: _unchecked, ...part }) => part);
}

/** What a part says; undefined for a call. */
export function textOfPart(part: Part): string | undefined {
  if ('say' in part) return part.say;
  if ('reason' in part) return part.reason;
  if ('refuse' in part) return part.refuse;
  return 'json' in part ? JSON.stringify(part.json) : undefined;
}

/** Text, or JSON where writing it again gives the same text. */
function spoken(text: string): readonly Part[] {
  const json = /^[[{]/.test(text) ? jsonIn(text) : undefined;
  if (json !== undefined && JSON.stringify(json) === text) return [{ json }];
  // In two parts no rule takes it for a template, which it would fill in.
  return text.split(/(?<=\{)(?=\{\s*(?:last|turn|results\.[\w-]+)\s*\}\})/).map((say) => ({ say }));
}
