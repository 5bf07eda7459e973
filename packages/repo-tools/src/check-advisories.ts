/**
 * `pnpm check:advisories`: asks the registry for known advisories about the packages in the
 * lockfile and for their signatures. Fails for an advisory of high severity and for an invalid
 * signature.
 */
import { advisoryVerdict, signatureVerdict } from './audit/audit-verdict.ts';
import { ROOT } from './repository.ts';
import { runCommand } from './run-command.ts';

const pnpmAudit = (...args: readonly string[]) =>
  runCommand('npx', ['-y', 'pnpm@12', 'audit', ...args, '--json'], { cwd: ROOT });

for (const { ok, text } of [
  advisoryVerdict(await pnpmAudit()),
  signatureVerdict(await pnpmAudit('signatures')),
]) {
  if (ok) console.log(text);
  else {
    console.error(text);
    process.exitCode = 1;
  }
}
