import type { Chunk } from '../api/types.ts';
import { duration } from '../ui/format.ts';
import { kindOf } from './event-name.ts';
import type { Playback } from './playback.ts';

/** More dots cannot be told apart. */
const MOST_DOTS = 150;

/** Moves through the events of a stream; they stand on one line of time, with how it ended. */
export function Scrubber(props: {
  readonly chunks: readonly Chunk[];
  readonly playback: Playback;
  /** How the stream ended, where that is not as it should. */
  readonly ending: string | undefined;
}) {
  const { chunks, playback, ending } = props;
  const { position, isPlaying } = playback;
  const total = Math.max(1, ...chunks.map(({ at_ms: at }) => at));
  const now = chunks[position - 1]?.at_ms ?? 0;
  const isEnd = position === chunks.length;
  const every = Math.ceil(chunks.length / MOST_DOTS);
  const bad = ending !== undefined && ending !== 'done' ? ending : undefined;
  return (
    <div class="scrubber" role="group" aria-label="Playback">
      <button type="button" onClick={() => playback.toggle()}>
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <div class="axis" aria-hidden="true">
        {chunks.map(({ at_ms: at, data }, index) =>
          index % every === 0 || kindOf(data) !== '' ? (
            <i
              key={index}
              class={`dot ${kindOf(data)} ${index < position ? 'came' : ''}`}
              style={{ left: `${(at / total) * 100}%` }}
            />
          ) : null,
        )}
        <i class="needle" style={{ left: `${(now / total) * 100}%` }} />
      </div>
      <span class="muted">
        {duration(now)} of {duration(total)}
      </span>
      <input
        type="range"
        aria-label="Moment of the stream"
        aria-keyshortcuts="Space"
        min={0}
        max={chunks.length}
        value={position}
        aria-valuetext={`${position} of ${chunks.length} events, ${duration(now)}${isEnd && bad !== undefined ? `, then ${bad}` : ''}`}
        onInput={({ currentTarget }) => playback.show(Number(currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key !== ' ') return;
          event.preventDefault();
          playback.toggle();
        }}
      />
      <span>
        {position} of {chunks.length} events
        {bad !== undefined && (
          <span class={isEnd ? 'ending now' : 'ending'}>
            {' '}
            <span class="cross">✗</span> {bad}
          </span>
        )}
      </span>
    </div>
  );
}
