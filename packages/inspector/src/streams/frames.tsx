import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Chunk } from '../api/types.ts';
import { byteCount, duration } from '../ui/format.ts';
import { kindOf, nameOf } from './event-name.ts';
import type { Playback } from './playback.ts';
import { frameOf, type RecordedAnswer } from './recorded-answer.ts';

/** Around the moment that is shown; a stream of text may have thousands. */
const MOST_ROWS = 300;
const MOST_TEXT = 4000;

/** The events of a stream as they were sent; the last that came at the chosen moment is open. */
export function Frames(props: {
  readonly chunks: readonly Chunk[];
  readonly playback: Playback;
  readonly recorded: RecordedAnswer;
  readonly leftOut: number;
}) {
  const { chunks, playback, recorded, leftOut } = props;
  const words = useMemo(() => recorded.words(), [recorded]);
  const { position, isChosen, show, follow } = playback;
  const current = isChosen ? position - 1 : -1;
  const first = Math.max(0, Math.min(current - MOST_ROWS / 2, chunks.length - MOST_ROWS));
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => intoView(list.current), [current]);
  const before = first > 0 ? `${first} events before these` : '';
  const after = chunks.length - first - MOST_ROWS + leftOut;
  return (
    <>
      {before !== '' && <p class="muted">{before}</p>}
      <ol class="frames" ref={list} aria-label="Events">
        {chunks.slice(first, first + MOST_ROWS).map((chunk, index) => {
          const at = first + index;
          const isOpen = at === current;
          return (
            <li key={at} aria-current={isOpen} class={at < position ? '' : 'later'}>
              <button
                type="button"
                class="quiet"
                aria-expanded={isOpen}
                onClick={() => (isOpen ? follow() : show(at + 1))}
              >
                <i class={`dot ${kindOf(chunk.data)}`} aria-hidden="true" />
                <span class="when">{duration(chunk.at_ms)}</span>
                <span>{nameOf(chunk.data)}</span>
                <span class="muted">{byteCount(chunk.bytes)}</span>
                <span class="words">{words.get(at)?.slice(0, 200)}</span>
              </button>
              {isOpen && <pre class="body">{shortened(frameOf(chunk))}</pre>}
            </li>
          );
        })}
      </ol>
      {after > 0 && <p class="muted">and {after} more events</p>}
    </>
  );
}

function shortened(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`;
}

/** Scrolls the list alone to its open event: the page stays where it is. */
function intoView(list: HTMLOListElement | null): void {
  const row = list?.querySelector<HTMLElement>('[aria-current="true"]');
  if (list == null || row == null) return;
  const top = row.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = Math.max(0, top - list.clientHeight / 3);
  }
}
