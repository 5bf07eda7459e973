import { textOf } from '../api/member-of.ts';

/** What an event is, in a few words: the last part of its type. */
export function nameOf(data: unknown): string {
  if (data === null) return 'comment';
  if (data === '[DONE]') return '[DONE]';
  const type = textOf(data, 'type');
  if (type !== undefined) return type.split('.').at(-1) ?? type;
  return typeof data === 'object' && 'error' in data ? 'error' : 'data';
}

const KINDS: Readonly<Record<string, string>> = {
  completed: 'done',
  '[DONE]': 'done',
  message_stop: 'done',
  error: 'bad',
  failed: 'bad',
  partial_image: 'partial',
};

/** How an event is shown; `''` for most. */
export function kindOf(data: unknown): string {
  const name = nameOf(data);
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? '') : '';
}
