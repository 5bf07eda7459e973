import type { ConnectMiddleware } from '@model-gateway/connect';

/**
 * The plugin and the part of Vite that it needs, written out, so that users of one version of Vite
 * do not get the types of another.
 */
export interface ModelGatewayPlugin {
  readonly name: 'model-gateway';
  configureServer(server: ViteDevServer): Promise<() => void>;
  configurePreviewServer(server: ViteServer): Promise<() => void>;
}

/** The common part of the dev server and the preview server. */
export interface ViteServer {
  readonly config: {
    readonly root: string;
    readonly base: string;
    readonly logger: ViteLogger;
  };
  readonly middlewares: { use(middleware: ConnectMiddleware): unknown };
  readonly resolvedUrls: { readonly local: string[]; readonly network: string[] } | null;
  printUrls(): void;
}

export interface ViteLogger {
  info(text: string, options?: { timestamp?: boolean }): void;
  warn(text: string, options?: { timestamp?: boolean }): void;
  error(text: string, options?: { timestamp?: boolean }): void;
}

export interface ViteDevServer extends ViteServer {
  readonly watcher: {
    add(path: string): unknown;
    on(event: 'all', listener: (event: string, path: string) => void): unknown;
  };
  /** The connection to the pages. */
  readonly ws: { send(message: ReloadMessage | ErrorMessage): void };
}

export interface ReloadMessage {
  type: 'full-reload';
}

/** Makes the pages show their overlay. */
export interface ErrorMessage {
  type: 'error';
  err: {
    message: string;
    stack: string;
    id?: string;
    frame?: string;
    plugin?: string;
    loc?: { file?: string; line: number; column: number };
  };
}
