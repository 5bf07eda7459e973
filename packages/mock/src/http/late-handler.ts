import type { GatewayHandler } from '@model-gateway/core';

/** A handler that may be served before it exists. */
export interface LateHandler {
  /** Answers requests; those before `provide` wait for it. */
  readonly handle: GatewayHandler;
  provide(handler: GatewayHandler): void;
}

/** Creates a handler for a server that has to listen before its real handler can be made. */
export function createLateHandler(): LateHandler {
  let provide!: (handler: GatewayHandler) => void;
  const provided = new Promise<GatewayHandler>((resolve) => (provide = resolve));
  return { handle: async (request) => (await provided)(request), provide };
}
