import type { GatewayHandler } from '@model-gateway/core/http';

/** Answers with a stream of two events; `finish` sends the last one. */
export function heldStream(): { readonly handler: GatewayHandler; readonly finish: () => void } {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const handler: GatewayHandler = async () => ({
    status: 200,
    headers: {},
    body: {
      kind: 'events',
      events: (async function* () {
        yield { data: 'first' };
        await finished;
        yield { data: 'last' };
      })(),
    },
  });
  return { handler, finish };
}
