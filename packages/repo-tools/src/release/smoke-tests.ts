/**
 * Smoke tests of each published package, installed from its tarball. `test/smoke/` has a program per
 * package, named after its folder, which throws on failure.
 */
export interface SmokeTest {
  readonly package: string;
  /** It also compiles for a browser: with the DOM's types and without Node's. */
  readonly portable?: boolean;
  readonly bin?: BinTest;
  /**
   * The oldest Node that it runs on, where that is not the oldest of all. On an older one it must
   * say so as it is loaded: `needs Node 22.13`.
   */
  readonly needsNode?: `${number}.${number}`;
}

/** A server on the command line: it prints its URL, answers, and exits with 0 on SIGTERM. */
export interface BinTest {
  readonly name: string;
  readonly args: readonly string[];
  /** Returns the request to make once the output contains what it needs. */
  readonly request: (output: string) => Request | undefined;
}

export const SMOKE_TESTS: readonly SmokeTest[] = [
  { package: '@model-gateway/core', portable: true },
  { package: '@model-gateway/fetch', portable: true },
  { package: '@model-gateway/node' },
  { package: '@model-gateway/connect' },
  { package: '@model-gateway/express' },
  { package: '@model-gateway/koa' },
  { package: '@model-gateway/conformance' },
  { package: '@model-gateway/egress' },
  { package: '@model-gateway/openapi', portable: true },
  { package: '@model-gateway/providers' },
  { package: '@model-gateway/telemetry', portable: true },
  { package: '@model-gateway/fixtures' },
  { package: '@model-gateway/worlds' },
  { package: '@model-gateway/pictures' },
  { package: '@model-gateway/sql', needsNode: '22.13' },
  { package: '@model-gateway/redis', needsNode: '22.13' },
  { package: '@model-gateway/server', needsNode: '22.13' },
  {
    package: '@model-gateway/mock',
    bin: {
      name: 'model-gateway-mock',
      args: ['serve', '--port', '0'],
      request(output) {
        const baseURL = /base URL +(\S+)/.exec(output)?.[1];
        const key = /API key +(\S+)/.exec(output)?.[1];
        if (baseURL === undefined || key === undefined) return undefined;
        return new Request(`${baseURL}/models`, { headers: { authorization: `Bearer ${key}` } });
      },
    },
  },
];

/** `@model-gateway/core` → `core`, the name of its program. */
export function programOf({ package: name }: SmokeTest): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
