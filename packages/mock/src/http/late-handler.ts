import type { GatewayHandler } from '@model-gateway/core';

/** A handler that may be served before it exists. */
export interface LateHandler {
  /** Answers requests; those before `provide` wait for it. */
  readonly handle: GatewayHandler;
  provide(handler: GatewayHandler): void;
}

/** Creates a handler for a server that has to listen before its real handler can be made. */
export function createLateHandler(): LateHandler {
  let provided: GatewayHandler | undefined;
  let resume!: (handler: GatewayHandler) => void;
  const waiting = new Promise<GatewayHandler>((resolve) => (resume = resolve));
  return {
    handle: (request) => provided?.(request) ?? waiting.then((handle) => handle(request)),
    provide(handler) {
      provided = handler;
      resume(handler);
    },
  };
}
