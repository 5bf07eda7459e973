import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundledPackages, manifestOf, titleOf } from './bundled-packages.ts';

/**
 * Writes the licences of the packages that a bundle contains beside it, into
 * THIRD-PARTY-NOTICES.txt. A bundled package whose licence has no text fails the build.
 */
export function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    setup(build) {
      const { outdir = '.', absWorkingDir = process.cwd() } = build.initialOptions;
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        // A build that failed has none.
        if (metafile === undefined) return;
        const folder = path.resolve(absWorkingDir, outdir);
        mkdirSync(folder, { recursive: true });
        const text = noticesOf(bundledPackages(metafile, absWorkingDir));
        writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), text);
      });
    },
  };
}

const INTRODUCTION = 'The code in this folder contains the packages below, under their licences.\n';
const RULE = `\n${'-'.repeat(80)}\n\n`;

/** Returns title and licence of the packages in `folders`; throws for one without a licence. */
export function noticesOf(folders: readonly string[]): string {
  return [INTRODUCTION, ...new Set(folders.map(noticeOf))].join(RULE);
}

function noticeOf(folder: string): string {
  const manifest = manifestOf(folder);
  const texts = licenceFiles(folder, manifest.name).map((file) => readFileSync(file, 'utf8'));
  if (texts.length > 0)
    return [titleOf(manifest), ...texts.map((text) => text.trim()), ''].join('\n\n');
  throw new Error(
    `${titleOf(manifest)} is bundled, but ${folder} has no licence file: put the text that its ` +
      `repository has into ${keptLicence(manifest.name)}.`,
  );
}

const LICENCE_FILE = /^(?:licence|license|copying|notice)\b/i;

function licenceFiles(folder: string, name: string): readonly string[] {
  const own = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => path.join(folder, file));
  return own.length > 0 ? own : [keptLicence(name)].filter((file) => existsSync(file));
}

/** Where this repository keeps the licence of a package that is published without it. */
function keptLicence(name: string): string {
  // Not `import.meta.dirname`, which tsup leaves as that of the configuration that it has bundled.
  return fileURLToPath(new URL(`licences/${name.replace('/', '+')}.txt`, import.meta.url));
}
