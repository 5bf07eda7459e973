import { findViolations } from '../../src/boundaries/find-violations.ts';
import type { Workspace } from '../../src/boundaries/workspace.ts';

/** `core/src/a.ts:1 valibot` for each violation in files given by path below packages/. */
export function breaches(files: Readonly<Record<string, string>>): string[] {
  return violations(files).map(
    ({ file, line, what }) => `${file.replace('packages/', '')}:${line} ${what}`,
  );
}

export function violations(files: Readonly<Record<string, string>>) {
  return findViolations(workspaceOf(files));
}

/** Every package declares whatever the cases import, so that only the rule at hand is broken. */
function workspaceOf(files: Readonly<Record<string, string>>): Workspace {
  const paths = Object.keys(files).map((file) => `packages/${file}`);
  const folders = new Set([...paths.map((file) => file.split('/')[1] ?? ''), 'core', 'node']);
  const names = ['core', 'node', 'connect', 'mock', 'conformance'].map(
    (n) => `@model-gateway/${n}`,
  );
  const outside = ['valibot', '@noble/hashes', 'connect', 'zod', 'typescript'];
  const peerDependencies = Object.fromEntries([...names, ...outside].map((name) => [name, '*']));
  const manifests = Object.fromEntries(
    [...folders].map((folder) => [folder, { name: `@model-gateway/${folder}`, peerDependencies }]),
  );
  return {
    files: Object.fromEntries(Object.values(files).map((text, i) => [paths[i] ?? '', text])),
    manifests,
  };
}
