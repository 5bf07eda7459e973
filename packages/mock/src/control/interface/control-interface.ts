import { mountAt, type GatewayHandler } from '@model-gateway/core/http';
import type { ControlHandlerOptions } from './control-handler.ts';
import { CONTROL_PATH } from '../../http/control-path.ts';

/** Answers everything under the control interface's path. It is loaded with the first request. */
export function controlInterface(options: ControlHandlerOptions): GatewayHandler {
  let loading: Promise<GatewayHandler> | undefined;
  return mountAt(CONTROL_PATH, async (request) => {
    loading ??= import('./control-handler.ts').then(({ createControlHandler }) =>
      createControlHandler(options),
    );
    return (await loading)(request);
  });
}
