import { useEffect, useRef } from 'preact/hooks';
import { JsonTree } from '../ui/json-tree.tsx';
import { Pictures } from '../ui/pictures.tsx';
import type { DrawingState } from './draw.ts';

/** A drawing as it becomes sharper, and what it cost. */
export function Drawing({ drawing }: { readonly drawing: DrawingState }) {
  const { images, partials, usage, warnings, problem, isRunning, body } = drawing;
  const place = useRef<HTMLDivElement>(null);
  // On a narrow screen the form is above it.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [isRunning]);
  return (
    <div ref={place} class={isRunning ? 'drawing running' : 'drawing'}>
      <p role="status">
        {isRunning ? `Drawing, ${partials} partial images so far` : statusOf(drawing)}
      </p>
      {problem !== undefined && <p class="callout bad">{problem}</p>}
      {warnings !== undefined && <p class="callout poor">Adjusted: {warnings}</p>}
      <Pictures
        pictures={images.map((base64, index) => ({ base64, label: `Image ${index + 1}` }))}
      />
      {usage !== undefined && (
        <>
          <h3>Usage</h3>
          <JsonTree value={usage} label="Usage" />
        </>
      )}
      <h3>Request</h3>
      <JsonTree value={body} label="Request body" />
    </div>
  );
}

function statusOf({ problem, images, partials }: DrawingState): string {
  if (problem !== undefined) return 'Failed';
  const count = images.length === 1 ? '1 image' : `${images.length} images`;
  return partials === 0 ? `Done: ${count}` : `Done: ${count} after ${partials} partial images`;
}
