import type { Model } from '@model-gateway/core';

/** Returns the form of a name: its author and what follows in brackets, without its words. */
export function nameShape(name: string): string {
  const brackets = /\(([^()]*)\)\s*$/.exec(name)?.[1];
  return [
    name.includes(': ') ? 'author' : 'no author',
    brackets === undefined ? '' : bracketShape(brackets),
    /\d{4}/.test(name) ? 'date' : '',
    name === name.trim() ? '' : 'blank',
  ].join(' ');
}

function bracketShape(text: string): string {
  if (/^(free|thinking|beta|alpha|preview|fast|latest)$/i.test(text)) return text.toLowerCase();
  return /\d/.test(text) ? 'number' : 'words';
}

/** Returns the form of an id: how many parts its name has, how it writes versions, its variant. */
export function idShape(id: string): string {
  const [, name = ''] = id.split('/');
  const [plain = '', variant = ''] = name.split(':');
  const parts = plain.split('-');
  return [
    Math.min(parts.length, 5),
    /^[a-z.]*\d/.test(parts[0] ?? '') ? 'fused' : '',
    /\d\.\d/.test(plain) ? 'point' : '',
    /(^|-)\d+(\.\d+)?[bt](-|$)/.test(plain) ? 'size' : '',
    /-\d{4,8}$|-\d\d-\d\d$/.test(plain) ? 'date' : '',
    variant,
  ].join(' ');
}

/** Returns how a canonical slug differs from the id. */
export function slugShape({ id, canonical_slug: slug }: Model): string {
  const plain = id.replace(/:.*$/, '');
  if (slug === plain) return 'same';
  if (!slug.startsWith(plain)) return 'another';
  const rest = slug.slice(plain.length);
  if (/^-\d{8}$/.test(rest)) return 'day';
  return /^-\d{4}-\d\d-\d\d$/.test(rest) ? 'iso day' : 'other suffix';
}
