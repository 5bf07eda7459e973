import type {
  MediaTypeObject,
  OpenApiDocument,
  ParameterObject,
  Reference,
  ResponseObject,
} from '../document.ts';
import { html, paragraphs, prose, type Html } from './html.ts';
import { requestExamples } from './request-examples.ts';
import { nameIn, type Route } from './route.ts';
import { detailsOf, membersOf, typeOf } from './schema-view.ts';
import { tryItView } from './try-it-view.ts';

type Components = OpenApiDocument['components'];

/** What an operation is shown with. */
export interface OperationSurroundings {
  readonly components: Components;
  /** The base URL of the requests. */
  readonly serverUrl: string;
  /** Whether the page has its script, and so forms to try operations. */
  readonly isScripted: boolean;
}

/** Shows an operation: its description, a request in each language, parameters, body and answers. */
export function operationView(
  route: Route,
  { components, serverUrl, isScripted }: OperationSurroundings,
): Html {
  const { method, path, operation } = route;
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const places = [
    ['Path', 'path'],
    ['Query', 'query'],
    ['Headers', 'header'],
  ] as const;
  return html`<article id="${operationId}" data-search="${operationId}: ${summary}, ${path}">
    <h3>
      <span class="method ${method}">${method}</span>
      <a class="anchor" href="#${operationId}"><code>${path}</code></a>
    </h3>
    <p class="summary">${summary}</p>
    ${paragraphs(description)}
    ${requestExamples(route, serverUrl).map(
      ({ language, code }, i) =>
        html`<details class="request" name="${operationId}-request" ${i === 0 && 'open'}>
          <summary>${language}</summary>
          <pre><code>${code}</code></pre>
        </details>`,
    )}
    ${isScripted && tryItView(route)}
    ${places.map(([title, place]) =>
      parametersView(
        title,
        parameters.filter((one) => one.in === place),
        operationId,
      ),
    )}
    ${
      requestBody &&
      html`<h4>Body</h4>
        ${mediaTypes(requestBody.content, components)}`
    }
    <h4>Answers</h4>
    ${Object.entries(responses).map(([status, response]) => responseView(status, response, route, components))}
  </article>`;
}

function parametersView(
  title: string,
  parameters: readonly ParameterObject[],
  operationId: string,
): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, required, description, schema }) => {
    const mark = required && html` <span class="required">required</span>`;
    const id = `${operationId}-${name}`;
    return html`<dt
        id="${id}"
        data-search="${name}, ${title.toLowerCase()} parameter of ${operationId}"
      >
        <a class="anchor" href="#${id}"><b>${name}</b></a> <i>${typeOf(schema)}</i>${mark}
      </dt>
      <dd>
        <p>${prose(description)}</p>
        ${detailsOf(schema)}
      </dd>`;
  });
  const list = html`<dl>${rows}</dl>`;
  if (parameters.length < 6)
    return html`<h4>${title}</h4>
      ${list}`;
  return html`<details>
    <summary>
      <h4>${title}</h4>
      ${parameters.length} parameters
    </summary>
    ${list}
  </details>`;
}

function responseView(
  status: string,
  { description, headers, content }: ResponseObject,
  { operation: { operationId } }: Route,
  components: Components,
): Html {
  const kind = status.startsWith('2') ? 'good' : status.startsWith('3') ? 'same' : 'bad';
  const rows = Object.entries(headers).map(
    ([name, { $ref }]) =>
      html`<dt><b>${name}</b></dt>
        <dd><p>${prose(components.headers[nameIn($ref)]?.description)}</p></dd>`,
  );
  return html`<details id="${operationId}-${status}">
    <summary><span class="status ${kind}">${status}</span> ${prose(description)}</summary>
    ${content && mediaTypes(content, components)}
    <h5>Headers</h5>
    <dl>${rows}</dl>
  </details>`;
}

function mediaTypes(
  content: Readonly<Record<string, MediaTypeObject>>,
  components: Components,
): readonly Html[] {
  return Object.entries(content).map(
    ([type, media]) =>
      html`<h5><code>${type}</code> ${typeOf(media.schema)}</h5>
        ${media.schema.description && html`<p>${prose(media.schema.description)}</p>`}
        ${membersOf(media.schema)}
        ${examplesOf(media, components).map((example) => html`<pre><code>${example}</code></pre>`)}`,
  );
}

function examplesOf({ example, examples = {} }: MediaTypeObject, components: Components): string[] {
  const shared = Object.values(examples).map(
    (one: Reference) => components.examples[nameIn(one.$ref)],
  );
  const values = [example, ...shared.map((one) => one?.value)].filter((one) => one !== undefined);
  return values.map((one) =>
    typeof one === 'string' ? one : shorten(JSON.stringify(one, null, 2)),
  );
}

/** Shortens images in base64, which are long and not readable. */
function shorten(text: string): string {
  return text.replaceAll(/"([A-Za-z0-9+/]{40})[A-Za-z0-9+/=]{20,}"/g, '"$1…"');
}
