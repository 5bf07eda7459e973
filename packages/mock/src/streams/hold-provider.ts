import type { GatewayRequest } from '@model-gateway/core/http';
import { abortable } from '@model-gateway/core/kit';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { DrawnEvents } from './drawn-events.ts';
import { holdErrors } from './hold-errors.ts';
import type { ImageScript } from './image-script.ts';
import { OPENING } from './opening.ts';
import type { HoldController } from './hold-controller.ts';

/** Creates a provider that sends the tenant's own images, each on command of the test. */
export function heldProvider(
  hold: HoldController,
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
    hold.begin(request.mount + request.path, { clock, partials: partialCount(job, endpoint) });
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
