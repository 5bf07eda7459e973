import type { ParameterObject, SchemaObject } from '../document.ts';
import { html, type Html } from './html.ts';
import { bodyExample, type Route } from './route.ts';

/** Shows a form that sends the operation's request; the page's script fills in the answer. */
export function tryItView({ method, path, operation }: Route): Html {
  const { operationId, parameters = [] } = operation;
  const body = bodyExample(operation);
  return html`<details class="try">
    <summary><h4>Try it</h4></summary>
    <form
      data-method="${method}"
      data-path="${path}"
      data-permission="${operation['x-permission']}"
      aria-label="Try ${operationId}"
    >
      ${parameters.map((one) => fieldOf(one, operationId))}
      ${
        body !== undefined &&
        html`<label
          >Body
          <textarea name="body" rows="8" spellcheck="false">
${JSON.stringify(body, null, 2)}</textarea>
        </label>`
      }
      <button>Send</button>
      <output aria-live="polite"></output>
    </form>
  </details>`;
}

function fieldOf({ name, in: place, required, schema }: ParameterObject, id: string): Html {
  const values = choicesOf(schema);
  const field = values
    ? html`<select name="${place}:${name}">
        <option></option>
        ${values.map((value) => html`<option>${value}</option>`)}
      </select>`
    : html`<input
        name="${place}:${name}"
        ${required && 'required'}
        autocomplete="off"
        data-of="${id}"
      />`;
  return html`<label>${name}${field}</label>`;
}

/** The values of a parameter that takes one of a few; a list is written with commas. */
function choicesOf({ enum: values }: SchemaObject): readonly string[] | undefined {
  return values?.every((value) => typeof value === 'string') ? values : undefined;
}
