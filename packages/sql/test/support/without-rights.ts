import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/**
 * What to put before a program so that the modes of files bind it, as they bind everybody but root:
 * nothing, or for root a command that gives up root's rights. The program then is the user who owns
 * this checkout, because another one may not be allowed to enter it. Undefined where root has no
 * such command.
 */
export function withoutRights(): readonly string[] | undefined {
  if (process.getuid?.() !== 0) return [];
  const { uid, gid } = statSync(import.meta.filename);
  const owner = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const args = [...owner, '--inh-caps=-all', '--bounding-set=-all'];
  return spawnSync('setpriv', [...args, 'true']).status === 0 ? ['setpriv', ...args] : undefined;
}

/** Why tests are skipped without such a command. */
export const NO_SETPRIV = 'root needs setpriv (apt-get install util-linux) to give up its rights';
