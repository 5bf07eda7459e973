import type { GatewayRequest } from '@model-gateway/core/http';
import { abortable } from '@model-gateway/core/kit';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { DrawnEvents } from './drawn-events.ts';
import { holdErrors } from './hold-errors.ts';
import type { ImageScript } from './image-script.ts';
import type { HeldStream, TextPhase } from './held-stream.ts';
import { OPENING } from './opening.ts';
import { HoldController } from './hold-controller.ts';

/** What the client of a held image is to get. */
type Drawing =
  | { readonly kind: 'partial'; readonly index: number }
  | { readonly kind: 'text'; readonly text: string; readonly phase: TextPhase };

/** The number of partial images. */
interface Drawn {
  readonly partials: number;
}

type ImageHold = HoldController<Drawing, Drawn>;

/** Returns a held image for the test, and what passes its commands on. */
export function holdImage(): { readonly hold: ImageHold; readonly stream: HeldStream } {
  const hold: ImageHold = new HoldController();
  const stream: HeldStream = {
    ...hold.ends,
    partial: (index) =>
      hold.send({ kind: 'partial', index }, ({ partials }) => {
        const isThere = Number.isInteger(index) && index >= 0 && index < partials;
        return isThere ? undefined : holdErrors.noPartial(index, partials);
      }),
    text: (text, phase = 'content') => hold.send({ kind: 'text', text, phase }),
    complete: () => hold.send({ kind: 'complete' }),
  };
  return { hold, stream };
}

/** Creates a provider that sends the tenant's own images, each on command of the test. */
export function heldProvider(
  hold: ImageHold,
  { request, clock }: { readonly request: GatewayRequest; readonly clock: VirtualClock },
): ImageScript {
  return async function* (provider, job, context, { waitFor }) {
    const endpoint = provider.endpoint(job.model);
    if (!job.stream || endpoint === undefined) {
      hold.refuse(holdErrors.notStreaming(job));
      yield* provider.generate(job, context);
      return;
    }
    const drawn = new DrawnEvents(provider.generate(job, context));
    // A job that the provider refuses is answered as usual, and there is nothing to hold.
    await drawn.begin();
    const { partialCount } = await import('@model-gateway/pictures');
    const facts = { partials: partialCount(job, endpoint) };
    hold.begin(request.mount + request.path, { clock, facts });
    yield OPENING;
    for (;;) {
      const command = await waitFor(abortable(hold.nextCommand(), context.signal));
      const { kind } = command;
      const partial = kind === 'partial' ? await drawn.partial(command.index) : undefined;
      hold.dispatched(command);
      if (partial !== undefined) yield partial;
      if (kind === 'text') yield { type: 'text', phase: command.phase, text: command.text };
      if (kind === 'complete') {
        yield* drawn.finished();
        return;
      }
    }
  };
}
