import type { SchemaObject } from '../document.ts';
import { Html, html, prose } from './html.ts';

type Child = SchemaObject | boolean | undefined;

const NOTHING = new Html('');

/** Shows a type in a few words: `integer or null`, `list of Model`. Named types are links. */
export function typeOf(schema: Child): Html {
  if (typeof schema !== 'object') return html`anything`;
  const name = nameOf(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return html`${join(choices.map(typeOf), ' or ')}`;
  if (isForbidden(schema)) return html`not allowed`;
  const types = [schema.type ?? 'anything'].flat();
  return html`${join(
    types.map((type) => oneType(type, schema)),
    ' or ',
  )}`;
}

function oneType(type: string, schema: SchemaObject): Html {
  const { items, format } = schema;
  if (type === 'array') return html`list of ${typeOf(Array.isArray(items) ? undefined : items)}`;
  return format === undefined ? html`${type}` : html`${type} (${format})`;
}

/** Shows everything below the type: description, limits, allowed values, members. */
export function detailsOf(schema: SchemaObject): Html {
  return html`${descriptionOf(schema)}${limitsOf(schema)}${membersOf(schema)}`;
}

/** Shows the members of an object, of the items of a list, or of each form of a choice. */
export function membersOf(schema: Child): Html {
  if (typeof schema !== 'object' || nameOf(schema) !== undefined) return NOTHING;
  const { properties, required = [], items, anyOf, oneOf } = schema;
  if (properties === undefined) {
    if (items !== undefined && !Array.isArray(items)) return membersOf(items);
    const forms = [...(anyOf ?? []), ...(oneOf ?? [])];
    return html`${forms.map((form) => formOf(form))}`;
  }
  const rows = Object.entries(properties).map(([name, member]) => {
    const mark = required.includes(name) ? html` <span class="required">required</span>` : NOTHING;
    const details = typeof member === 'object' ? detailsOf(member) : NOTHING;
    return html`<dt><b>${name}</b> <i>${typeOf(member)}</i>${mark}</dt>
      <dd>${details}</dd>`;
  });
  return html`<dl>${rows}</dl>`;
}

function formOf(form: Child): Html {
  const members = membersOf(form);
  if (members === NOTHING || typeof form !== 'object') return NOTHING;
  return html`<div class="form">${descriptionOf(form)}${members}</div>`;
}

function descriptionOf({ description }: SchemaObject): Html {
  return description === undefined ? NOTHING : html`<p>${prose(description)}</p>`;
}

/** Shows limits and allowed values of a schema and of the items of a list. */
function limitsOf(schema: SchemaObject): Html {
  const { items } = schema;
  const ofItems = typeof items === 'object' && !Array.isArray(items) ? limits(items) : [];
  const all = [...limits(schema), ...ofItems];
  return all.length === 0 ? NOTHING : html`<p class="limits">${join(all, ' · ')}</p>`;
}

function limits(schema: SchemaObject): Html[] {
  const { enum: values, const: value, default: fallback, examples } = schema;
  const found: Html[] = [];
  const allowed = values ?? (value === undefined ? [] : [value]);
  if (allowed.length > 0) {
    found.push(
      html`${join(
        allowed.map(
          (one) => html`<code>${typeof one === 'string' ? one : JSON.stringify(one)}</code>`,
        ),
        ' ',
      )}`,
    );
  }
  for (const [word, limit] of [
    ['at least', schema.minimum],
    ['at most', schema.maximum],
    ['characters at least', schema.minLength],
    ['characters at most', schema.maxLength],
    ['items at least', schema.minItems],
    ['items at most', schema.maxItems],
    ['pattern', schema.pattern],
  ] as const) {
    if (limit !== undefined) found.push(html`${word} <code>${limit}</code>`);
  }
  if (fallback !== undefined) found.push(html`default <code>${JSON.stringify(fallback)}</code>`);
  if (examples !== undefined) {
    const shown = examples.map((one) => html`<code>${JSON.stringify(one)}</code>`);
    found.push(html`for example ${join(shown, ', ')}`);
  }
  return found;
}

function nameOf({ $ref }: SchemaObject): string | undefined {
  return $ref?.slice($ref.lastIndexOf('/') + 1);
}

function isForbidden({ not }: SchemaObject): boolean {
  return typeof not === 'object' && Object.keys(not).length === 0;
}

function join(parts: readonly Html[], between: string): readonly (Html | string)[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [between, part]));
}
