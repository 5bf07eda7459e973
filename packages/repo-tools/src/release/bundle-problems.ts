import { build } from 'esbuild';
import type { CheckResult } from './check-result.ts';

/** The most that a page may load for one name of a package, in bytes, minified. */
interface BundleBudget {
  readonly package: string;
  readonly name: string;
  readonly bytes: number;
}

const KIB = 1024;

/** A page that needs one small part does not pay for the rest of its package. */
const BUNDLE_BUDGETS: readonly BundleBudget[] = [
  { package: '@model-gateway/core', name: 'hashKey', bytes: 10 * KIB },
  { package: '@model-gateway/core', name: 'pricesFor', bytes: 4 * KIB },
  { package: '@model-gateway/core', name: 'GatewayError', bytes: 4 * KIB },
  { package: '@model-gateway/core/http', name: 'mountAt', bytes: 2 * KIB },
  { package: '@model-gateway/fetch', name: 'fetchGateway', bytes: 11 * KIB },
];

/** Bundles each name alone for a browser, from the packages that `folder` has installed. */
export async function bundleProblems(folder: string): Promise<readonly CheckResult[]> {
  return Promise.all(
    BUNDLE_BUDGETS.map(async (budget) => ({
      row: budget.package.split('/', 2).join('/'),
      column: `bundle of ${budget.name}`,
      problems: problemsOf(budget, await bundledBytes(folder, budget)),
    })),
  );
}

async function bundledBytes(folder: string, { package: from, name }: BundleBudget) {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from '${from}';`, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.contents.byteLength ?? 0;
}

/** Returns a sentence for a bundle above its budget. */
export function problemsOf({ package: from, name, bytes }: BundleBudget, found: number): string[] {
  if (found <= bytes) return [];
  return [
    `import { ${name} } from '${from}' costs a page ${found} bytes, ${found - bytes} more than its ` +
      'budget: something that its module loads cannot be left out. Find it with esbuild --analyze.',
  ];
}
