import type { OpenApiDocument } from '../document.ts';
import { html, prose, type Html } from './html.ts';
import { nameIn, routesOf } from './route.ts';

interface ErrorRow {
  readonly status: string;
  readonly description: string;
  /** Names of shared examples. */
  readonly examples: Set<string>;
  /** Ids of the operations that answer so. */
  readonly operations: string[];
}

/** Shows every status that is an error: what it means, its body, and the operations that answer so. */
export function errorsView(document: OpenApiDocument): Html {
  return html`<h2 id="errors">Errors</h2>
    <p>Every error has this envelope; <code>code</code> is the status.</p>
    <table>
      <thead>
        <tr>
          <th>Status</th>
          <th>Meaning and body</th>
          <th>Answered by</th>
        </tr>
      </thead>
      <tbody>
        ${errorRows(document).map(
          ({ status, description, examples, operations }) =>
            html`<tr id="error-${status}">
              <th scope="row"><a class="status bad" href="#error-${status}">${status}</a></th>
              <td>
                <p>${prose(description)}</p>
                ${[...examples].map(
                  (name) =>
                    html`<pre><code>${JSON.stringify(document.components.examples[name]?.value, null, 2)}</code></pre>`,
                )}
              </td>
              <td>${operations.map((id) => html`<a href="#${id}">${id}</a><br />`)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function errorRows(document: OpenApiDocument): readonly ErrorRow[] {
  const rows = new Map<string, ErrorRow>();
  for (const { operation } of routesOf(document)) {
    for (const [status, { description, content = {} }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      const row = rows.get(status) ?? { status, description, examples: new Set(), operations: [] };
      rows.set(status, row);
      row.operations.push(operation.operationId);
      for (const { examples = {} } of Object.values(content)) {
        for (const { $ref } of Object.values(examples)) row.examples.add(nameIn($ref));
      }
    }
  }
  return [...rows.values()].toSorted((a, b) => Number(a.status) - Number(b.status));
}
