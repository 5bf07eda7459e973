/**
 * Which test files have registered a test: one that imports the wrong module, or whose table is empty,
 * would be green among others. node:test does not tell, but each test is an asynchronous resource, made
 * below a call in its file.
 */
import { createHook } from 'node:async_hooks';
import { getCallSites } from 'node:util';

const seen = new Set<string>();
/** Groups, with the files below whose calls they were made. */
const groups: { readonly group: object; readonly urls: readonly string[] }[] = [];
let expected: readonly string[] = [];

/** Calls of helpers between a test file and node:test, and those inside of that. */
const MOST_CALLS = 60;

const hook = createHook({
  init(_id, type, _trigger, resource) {
    // A group is a test to node:test, and so is a hook, but neither tests anything by itself.
    const kind = type === 'Test' ? resource.constructor.name : '';
    if (kind !== 'Test' && kind !== 'Suite') return;
    const urls = getCallSites(MOST_CALLS).map(({ scriptName }) => scriptName);
    if (kind === 'Suite') groups.push({ group: resource, urls });
    else for (const url of urls) seen.add(url);
  },
}).enable();

/** Called once these files are loaded, with their URLs. */
export function expectTestsIn(urls: readonly string[]): void {
  expected = urls;
  if (filesWithoutTests().length === 0) hook.disable();
}

/** The URLs of the files that should have registered a test by now. */
export function filesWithoutTests(): readonly string[] {
  // The tests of a group that is skipped, for lack of a browser or a server, are never registered.
  for (const { group, urls } of groups.splice(0)) {
    if ('skipped' in group && group.skipped === true) for (const url of urls) seen.add(url);
  }
  return expected.filter((url) => !seen.has(url));
}
