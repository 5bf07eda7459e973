import type { OpenApiDocument, OperationObject } from '../document.ts';
import { Html, html, paragraphs, prose } from './html.ts';
import { operationView } from './operation-view.ts';
import { detailsOf } from './schema-view.ts';
import { STYLE } from './style.ts';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

export interface DocsPageOptions {
  /** URL of the document, to link to it. */
  readonly documentUrl?: string | undefined;
}

/**
 * Creates an HTML page from a document. The page is self-contained, without scripts or requests, so
 * it may be served under `default-src 'none'; style-src 'unsafe-inline'`.
 */
export function createDocsPage(
  document: OpenApiDocument,
  { documentUrl }: DocsPageOptions = {},
): string {
  const { info, servers, tags, components } = document;
  const groups = tags.map((tag) => ({ ...tag, routes: routesOf(document, tag.name) }));
  const schemas = Object.entries(components.schemas);
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
      <body>
        <nav>
          <a class="title" href="#top">${info.title}</a>
          ${groups.map(
            ({ name, routes }) =>
              html`<h2>${name}</h2>
                <ul>
                  ${routes.map(routeLink)}
                </ul>`,
          )}
          <h2>Schemas</h2>
          <ul>
            ${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}
          </ul>
        </nav>
        <main id="top">
          <h1>${info.title} <small>${info.version} · OpenAPI ${document.openapi}</small></h1>
          ${paragraphs(info.description)}
          <dl class="facts">
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
          </dl>
          ${groups.map(
            ({ name, description, routes }) =>
              html`<h2>${name}</h2>
                <p>${prose(description)}</p>
                ${routes.map((route) => operationView(route, components))}`,
          )}
          <h2>Schemas</h2>
          <p>What several operations share.</p>
          ${schemas.map(
            ([name, schema]) =>
              html`<article id="schema-${name}">
                <h3>${name}</h3>
                ${detailsOf(schema)}
              </article>`,
          )}
        </main>
      </body>
    </html> `;
  return page.text;
}

function routesOf({ paths }: OpenApiDocument, tag: string): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method, path, operation }))
      .filter(({ operation }) => operation.tags.includes(tag)),
  );
}

function routeLink({ method, operation: { operationId, summary } }: Route): Html {
  return html`<li>
    <a href="#${operationId}"><span class="method ${method}">${method}</span>${summary}</a>
  </li>`;
}
