import { useState } from 'preact/hooks';
import type { Chunk } from '../api/types.ts';
import { byteCount, duration } from '../ui/format.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { Pictures, picturesIn } from '../ui/pictures.tsx';

/** The events of a stream, each where it was sent on one line of time. */
export function Timeline(props: { readonly chunks: readonly Chunk[]; readonly leftOut: number }) {
  const { chunks, leftOut } = props;
  const [chosen, setChosen] = useState(-1);
  const total = Math.max(1, ...chunks.map(({ at_ms: at }) => at));
  const shown = chunks[chosen];
  return (
    <div class="timeline">
      <div class="axis" aria-hidden="true">
        {chunks.slice(0, MOST_DOTS).map(({ at_ms: at, data }, index) => (
          <i key={index} class={`dot ${kindOf(data)}`} style={{ left: `${(at / total) * 100}%` }} />
        ))}
      </div>
      <p class="scale muted" aria-hidden="true">
        <span>0</span>
        <span>{duration(total)}</span>
      </p>
      <ol>
        {chunks.slice(0, MOST_DOTS).map((chunk, index) => (
          <li key={index}>
            <button
              type="button"
              class="quiet"
              aria-expanded={chosen === index}
              onClick={() => setChosen(chosen === index ? -1 : index)}
            >
              <i class={`dot ${kindOf(chunk.data)}`} aria-hidden="true" />
              <span class="when">{duration(chunk.at_ms)}</span>
              <span>{nameOf(chunk.data)}</span>
              <span class="muted">{byteCount(chunk.bytes)}</span>
            </button>
            {chosen === index && shown !== undefined && (
              <div class="chosen">
                <Pictures pictures={picturesIn(shown.data)} />
                <JsonTree value={shown.data} label="Event" />
              </div>
            )}
          </li>
        ))}
      </ol>
      {chunks.length + leftOut > MOST_DOTS && (
        <p class="muted">and {chunks.length + leftOut - MOST_DOTS} more events</p>
      )}
    </div>
  );
}

const MOST_DOTS = 300;

/** What an event is, in a few words: the last part of its type. */
function nameOf(data: unknown): string {
  if (data === null) return 'comment';
  if (data === '[DONE]') return '[DONE]';
  const type = typeOf(data);
  if (type !== undefined) return type.split('.').at(-1) ?? type;
  return typeof data === 'object' && 'error' in data ? 'error' : 'data';
}

function typeOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  return typeof data.type === 'string' ? data.type : undefined;
}

function kindOf(data: unknown): string {
  const name = nameOf(data);
  if (name === 'completed' || name === '[DONE]') return 'done';
  return name === 'error' ? 'bad' : name === 'partial_image' ? 'partial' : '';
}
