import type { RequestDetail } from '../api/types.ts';
import { Frames } from '../streams/frames.tsx';
import { saidInAnswer } from '../streams/said-in-answer.ts';
import { Scrubber } from '../streams/scrubber.tsx';
import { useStream } from '../streams/use-stream.ts';
import { Bubble } from '../ui/bubble.tsx';
import { Pictures } from '../ui/pictures.tsx';
import { imagesIn } from './answer-facts.ts';

/** A streamed answer as it stood at a moment, and its events beside it. */
export function StreamView({ request }: { readonly request: RequestDetail }) {
  const stream = useStream(request);
  if (stream === undefined) return <p class="muted">No events yet.</p>;
  const { chunks, recorded, playback, ending } = stream;
  const said = saidInAnswer(recorded.at(playback.position));
  const images = imagesIn({ body: null, chunks: chunks.slice(0, playback.position) });
  return (
    <div class="stream">
      <Scrubber chunks={chunks} playback={playback} ending={ending} />
      <div class="beside">
        {(said.length > 0 || request.chat !== null || images.length > 0) && (
          <section aria-label="Answer so far" class="stood">
            {said.map((each, index) => (
              <Bubble key={index} said={each} isLast />
            ))}
            <Pictures pictures={images} />
            {said.length === 0 && images.length === 0 && <p class="muted">Nothing said yet.</p>}
          </section>
        )}
        <section aria-label="Events as sent">
          <Frames {...stream} />
        </section>
      </div>
    </div>
  );
}
