import { useEffect, useState } from 'preact/hooks';

/** The moment of a stream that is shown: after how many of its events. */
export interface Playback {
  readonly position: number;
  /** Whether a person has chosen it; otherwise it is the end, also while the stream goes on. */
  readonly isChosen: boolean;
  readonly isPlaying: boolean;
  /** Goes to a moment, and stays there. */
  show(position: number): void;
  /** Goes back to the end. */
  follow(): void;
  /** Plays on from there, in recorded time, from the beginning where all has been shown; or stops. */
  toggle(): void;
}

/** A playback of events that came at these times, in milliseconds. */
export function usePlayback(times: readonly number[]): Playback {
  const [chosen, choose] = useState<number | undefined>();
  const [isPlaying, setPlaying] = useState(false);
  const position = Math.min(chosen ?? times.length, times.length);
  useEffect(() => {
    if (!isPlaying) return;
    const next = nextMoment(times, position);
    const timer = setTimeout(() => {
      if (next.position < times.length) return choose(next.position);
      choose(undefined);
      setPlaying(false);
    }, next.afterMs);
    return () => clearTimeout(timer);
  }, [isPlaying, position, times.length]);
  const goTo = (next: number | undefined) => {
    setPlaying(false);
    choose(next);
  };
  return {
    position,
    isChosen: chosen !== undefined,
    isPlaying,
    show: (next) => goTo(Math.max(0, Math.min(next, times.length))),
    follow: () => goTo(undefined),
    toggle() {
      if (!isPlaying && position === times.length) choose(0);
      setPlaying(!isPlaying);
    },
  };
}

/** What is shown next, and how long after this: events of one moment come together. */
export function nextMoment(
  times: readonly number[],
  position: number,
): { readonly position: number; readonly afterMs: number } {
  const at = times[position] ?? 0;
  const end = times.findIndex((time, index) => index > position && time > at);
  return {
    position: end === -1 ? times.length : end,
    afterMs: Math.max(0, at - (times[position - 1] ?? 0)),
  };
}
