import { useState } from 'preact/hooks';
import { ranksIn, vectorsIn } from './vector-facts.ts';

const PAGE = 20;

/** What vectors and rankings say, above their numbers. */
export function Vectors({ sent, body }: { readonly sent: unknown; readonly body: unknown }) {
  const vectors = vectorsIn(sent, body).map(({ of, length, nearness }) => [
    of,
    length.toLocaleString('en'),
    nearness === undefined ? '' : nearness.toFixed(3),
  ]);
  const ranks = ranksIn(body).map(({ score, index, text }) => [
    score.toFixed(3),
    String(index),
    text,
  ]);
  return (
    <>
      <Rows name="Vectors" heads={['Input', 'Numbers', 'Cosine to the first']} rows={vectors} />
      <Rows name="Ranking" heads={['Score', 'Position', 'Document']} rows={ranks} />
    </>
  );
}

function Rows(props: {
  readonly name: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  const { name, heads, rows } = props;
  const [shown, setShown] = useState(PAGE);
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{name}</h4>
      <table aria-label={name}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, position) => (
            <tr key={position}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" class="quiet" onClick={() => setShown(shown + PAGE)}>
          {rows.length - shown} more
        </button>
      )}
    </>
  );
}
