import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../src/repository.ts';

/** Returns whether a folder of the repository is a package that is published. */
export function isPublished(folder: string): boolean {
  const manifest = path.join(ROOT, folder, 'package.json');
  return folder.startsWith('packages/') && existsSync(manifest) && !isPrivate(manifest);
}

function isPrivate(manifest: string): boolean {
  return JSON.parse(readFileSync(manifest, 'utf8')).private === true;
}
