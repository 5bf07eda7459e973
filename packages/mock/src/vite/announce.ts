import type { World } from '@model-gateway/worlds';
import { inspectorUrl } from '../http/control-path.ts';
import type { MockGateway } from '../mock-gateway.ts';
import type { ViteServer } from './plugin.ts';

export interface Announcement {
  readonly gateway: MockGateway;
  readonly world: World;
  readonly basePath: string;
  /** A description of the fixtures, if there are any. */
  readonly fixtures: string | undefined;
  /** Whether only fixtures answer, so that the world and its keys matter to no request. */
  readonly isReplay: boolean;
}

/** Adds the gateway to what Vite prints once it listens, in Vite's manner. */
export function announce(
  server: ViteServer,
  { gateway, world, basePath, fixtures, isReplay }: Announcement,
): void {
  const printUrls = server.printUrls.bind(server);
  const printAll = () => {
    printUrls();
    const { local = [], network = [] } = server.resolvedUrls ?? {};
    const url = local[0] ?? network[0];
    if (url === undefined) return;
    const { controlToken } = gateway;
    const models = `${world.models.length.toLocaleString('en')} models, ${world.name}`;
    server.config.logger.info(
      [
        `  ➜  Gateway: ${new URL(url).origin}${basePath}`,
        ...(isReplay ? [] : [`  ➜  Key:     ${gateway.apiKey}`, `  ➜  Catalog: ${models}`]),
        ...(controlToken === undefined
          ? []
          : [
              `  ➜  Control: ${controlToken}`,
              `  ➜  Inspector: ${inspectorUrl(new URL(url).origin, controlToken)}`,
            ]),
        ...(fixtures === undefined ? [] : [`  ➜  Fixtures: ${fixtures}`]),
      ].join('\n'),
    );
  };
  server.printUrls = printAll;
}
