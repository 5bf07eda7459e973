/** `pnpm boundaries`: fails for imports that the architecture forbids. */
import { findViolations } from './boundaries/find-violations.ts';
import { readWorkspace } from './boundaries/workspace.ts';
import { ROOT } from './repository.ts';

const workspace = readWorkspace(ROOT);
const violations = findViolations(workspace);

for (const { file, line, what, says, instead } of violations) {
  console.error(`${file}:${line}  ${what}\n  ${says}\n  ${instead}\n`);
}

const files = `${Object.keys(workspace.files).length} files`;
if (violations.length === 0) {
  console.log(`Boundaries hold in ${files}.`);
} else {
  console.error(`${violations.length} boundary violations in ${files}.`);
  process.exitCode = 1;
}
