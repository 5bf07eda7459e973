import { checkNames } from '../check-names.ts';
import type { ModelGatewayPlugin } from './plugin.ts';
import { PLUGIN_OPTIONS, type ModelGatewayPluginOptions } from './plugin-options.ts';
import { startGateway } from './start-gateway.ts';
import { watchCatalog } from './watch-catalog.ts';
import { watchFixtureFiles } from './watch-fixture-files.ts';

/**
 * A Vite plugin: the mock under a path of the dev server and of the preview server, so that the
 * page finds it on its own origin and there is no second port.
 */
export function modelGateway(options: ModelGatewayPluginOptions = {}): ModelGatewayPlugin {
  checkNames('GW1107', 'modelGateway', options, PLUGIN_OPTIONS);
  const { mount = '/v1', catalog, fixtures, mode = 'replay', world } = options;
  if (!mount.startsWith('/')) {
    throw new TypeError(`mount must begin with "/", got ${JSON.stringify(mount)}`);
  }
  if (catalog !== undefined && world !== undefined) {
    throw new TypeError('a gateway has one world: pass either catalog or world');
  }

  return {
    name: 'model-gateway',
    async configureServer(server) {
      const { gateway, file, replay, atTheEnd } = await startGateway(server, options);
      if (file !== undefined) watchCatalog(server, gateway, file);
      if (fixtures !== undefined && replay !== undefined) {
        await watchFixtureFiles(server, replay, { patterns: fixtures, mode });
      }
      return atTheEnd;
    },
    async configurePreviewServer(server) {
      const { atTheEnd } = await startGateway(server, options);
      return atTheEnd;
    },
  };
}
