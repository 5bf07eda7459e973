import {
  ANY_TEXT,
  checkOptions,
  checkValue,
  either,
  FLAG,
  isJsonObject,
  OBJECT,
  type OptionTable,
  type ValueRule,
} from '@model-gateway/core/kit';
import type { OpenApiDocument } from '../document.ts';
import { errorsView } from './errors-view.ts';
import { Html, html, paragraphs, prose } from './html.ts';
import { operationView } from './operation-view.ts';
import { SCRIPT } from './page-script.ts';
import { routesOf, type Route } from './route.ts';
import { detailsOf } from './schema-view.ts';
import { STYLE } from './style.ts';

const DOCUMENT: ValueRule = {
  must: 'what createOpenApiDocument returns',
  holds: (value) => isJsonObject(value) && 'info' in value && 'components' in value,
};

/** Options of `createDocsPage`. */
export interface DocsPageOptions {
  /** URL of the document, to link to it. */
  readonly documentUrl?: string | undefined;
  /**
   * Adds search, and a form for each operation that sends requests from the page: `true`, or with
   * `keysUrl`, a URL of the same origin whose JSON, or its `data`, has an `api_key` and a
   * `management_key`: the latter is sent where only such keys may call. Serve such a page with
   * `docsPagePolicy`. Without it the page has no script.
   */
  readonly tryIt?: boolean | { readonly keysUrl?: string | undefined } | undefined;
}

/**
 * Creates an HTML page from a document: every operation with requests in curl, TypeScript and Python,
 * every error, every shared schema. The page is self-contained; without `tryIt` it has no script and
 * makes no request, so it may be served under `default-src 'none'; style-src 'unsafe-inline'`.
 */
export function createDocsPage(document: OpenApiDocument, options: DocsPageOptions = {}): string {
  checkOptions('createDocsPage', options, OPTIONS);
  checkValue('the document of createDocsPage', document, DOCUMENT);
  const { documentUrl, tryIt = false } = options;
  if (typeof tryIt === 'object') checkOptions('createDocsPage({ tryIt })', tryIt, TRY_IT);
  const { info, servers, tags, components } = document;
  const groups = tags.map((tag) => ({ ...tag, routes: routesOf(document, tag.name) }));
  const schemas = Object.entries(components.schemas);
  const serverUrl = servers[0]?.url ?? '';
  const isScripted = tryIt !== false;
  const keysUrl = typeof tryIt === 'object' ? tryIt.keysUrl : undefined;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${info.title} ${info.version}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body data-server-url="${serverUrl.replace(/\/$/, '')}" data-keys-url="${keysUrl}">
        ${navigation(document, groups, isScripted)}
        <main id="top">
          <h1>${info.title} <small>${info.version} · OpenAPI ${document.openapi}</small></h1>
          ${paragraphs(info.description)} ${facts(document, documentUrl)}
          ${
            isScripted &&
            html`<label class="key"
              >Key for requests from this page
              <input id="key" list="keys" autocomplete="off" spellcheck="false" />
              <datalist id="keys"></datalist>
            </label>`
          }
          ${groups.map(
            ({ name, description, routes }) =>
              html`<h2>${name}</h2>
                <p>${prose(description)}</p>
                ${routes.map((route) => operationView(route, { components, serverUrl, isScripted }))}`,
          )}
          ${errorsView(document)}
          <h2>Schemas</h2>
          <p>What several operations share.</p>
          ${schemas.map(
            ([name, schema]) =>
              html`<article id="schema-${name}" data-search="${name}, schema">
                <h3><a class="anchor" href="#schema-${name}">${name}</a></h3>
                ${detailsOf(schema)}
              </article>`,
          )}
        </main>
        ${isScripted && SCRIPT_ELEMENT}
      </body>
    </html> `;
  return page.text;
}

/** Without a space around the script, whose hash is in docsPagePolicy. */
const SCRIPT_ELEMENT = new Html(`<script>${SCRIPT}</script>`);

interface Group {
  readonly name: string;
  readonly routes: readonly Route[];
}

function navigation(
  document: OpenApiDocument,
  groups: readonly Group[],
  isScripted: boolean,
): Html {
  return html`<nav>
    <a class="title" href="#top">${document.info.title}</a>
    ${
      isScripted &&
      html`<search>
        <input id="search" type="search" placeholder="Search  /" aria-label="Search" />
        <ul id="found" hidden></ul>
      </search>`
    }
    ${groups.map(
      ({ name, routes }) =>
        html`<h2>${name}</h2>
          <ul>
            ${routes.map(routeLink)}
          </ul>`,
    )}
    <h2>More</h2>
    <ul>
      <li><a href="#errors">Errors</a></li>
    </ul>
    <h2>Schemas</h2>
    <ul>
      ${Object.keys(document.components.schemas).map((name) => html`<li><a href="#schema-${name}">${name}</a></li>`)}
    </ul>
  </nav>`;
}

/** What every request needs: the base URL and the header. */
function facts({ servers }: OpenApiDocument, documentUrl: string | undefined): Html {
  return html`<dl class="facts">
    ${servers.map(
      ({ url }) =>
        html`<dt>Base URL</dt>
          <dd><code>${url}</code></dd>`,
    )}
    <dt>Authentication</dt>
    <dd><code>Authorization: Bearer &lt;API_KEY&gt;</code></dd>
    ${
      documentUrl &&
      html`<dt>This as JSON</dt>
        <dd><a href="${documentUrl}">${documentUrl}</a></dd>`
    }
  </dl>`;
}

function routeLink({ method, operation: { operationId, summary } }: Route): Html {
  return html`<li>
    <a href="#${operationId}"><span class="method ${method}">${method}</span>${summary}</a>
  </li>`;
}

const TRY_IT = { keysUrl: ANY_TEXT };

const OPTIONS: OptionTable<DocsPageOptions> = {
  documentUrl: ANY_TEXT,
  tryIt: either(FLAG, OBJECT),
};
