import type { RequestDetail } from '../api/types.ts';

/** The fixtures that nearly answered a request, each with what it would have had to be. */
export function NearFixtures({ detail }: { readonly detail: RequestDetail }) {
  const { nearest_fixtures: nearest, body_note: note, operation } = detail;
  if (nearest.length === 0) return null;
  return (
    <section class="callout near-fixtures" aria-label="Nearest fixtures">
      <h3>Nearest fixtures, as they are now</h3>
      <ul class="near">
        {nearest.map(({ id, place, differences }) => (
          <li key={id}>
            <code>{id}</code> <span class="muted">{place}</span>
            <ul>
              <li>✓ {operation ?? `${detail.method} ${detail.path}`}</li>
              {differences.map((difference) => (
                <li key={difference}>
                  <span class="cross">✗</span> {inWords(difference)}
                </li>
              ))}
              {differences.length === 0 && note !== null && <li>? The body {note}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Everything in a query is text, which is shown without quotes, like the query itself. */
function inWords(difference: string): string {
  const query = /^query\.(.*)$/.exec(difference)?.[1];
  return query === undefined ? difference : `Query: ${query.replaceAll(QUOTED, '$1')}`;
}

const QUOTED = /"([^"\\]*)"/g;
