/**
 * Loaded ahead of the tests: gives Node the changed text of one source file, so that no file is
 * ever modified.
 */
import { registerHooks } from 'node:module';

const url = process.env['MUTANT_URL'];
const source = process.env['MUTANT_SOURCE'];
if (url === undefined || source === undefined) {
  throw new Error('serve-mutant.ts needs MUTANT_URL and MUTANT_SOURCE.');
}

registerHooks({
  load(asked, context, nextLoad) {
    const loaded = nextLoad(asked, context);
    return asked === url ? { ...loaded, source } : loaded;
  },
});
