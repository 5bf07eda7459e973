import { useMemo } from 'preact/hooks';
import type { Chunk, RequestDetail } from '../api/types.ts';
import { usePlayback, type Playback } from './playback.ts';
import { endingOf, RecordedAnswer } from './recorded-answer.ts';

/** A streamed answer, and the moment of it that is shown. */
export interface ShownStream {
  readonly chunks: readonly Chunk[];
  readonly leftOut: number;
  readonly recorded: RecordedAnswer;
  readonly playback: Playback;
  readonly ending: string | undefined;
}

const NONE: readonly Chunk[] = [];

/** Returns the stream of a request; undefined where its answer came as a whole. */
export function useStream(request: RequestDetail): ShownStream | undefined {
  const chunks = request.response?.chunks ?? NONE;
  const recorded = useMemo(
    () => new RecordedAnswer(request.operation ?? '', chunks),
    [request.operation, chunks],
  );
  const playback = usePlayback(useMemo(() => chunks.map(({ at_ms: at }) => at), [chunks]));
  if (chunks.length === 0) return undefined;
  const leftOut = request.response?.chunks_left_out ?? 0;
  return { chunks, leftOut, recorded, playback, ending: endingOf(request) };
}
