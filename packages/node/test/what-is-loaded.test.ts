import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

describe('loading the package', () => {
  // For `import 'node:http'` Node loads its HTTP client, a quarter of what a server takes to start.
  it("does not load Node's own HTTP client", () => {
    const isLoaded = "process.moduleLoadList.some((name) => name.includes('undici'))";
    assert.equal(printed(`await import('@model-gateway/node'); console.log(${isLoaded})`), 'false');
  });

  it('loads node:http where tracers notice it, which replace require', () => {
    const program = `
      import { Module } from 'node:module';
      const { require } = Module.prototype;
      Module.prototype.require = function (id) {
        if (id === 'node:http') console.log('noticed');
        return require.call(this, id);
      };
      await import('@model-gateway/node');
    `;
    assert.equal(printed(program), 'noticed');
  });
});

/** What a program prints that imports from the sources, in a process of its own. */
function printed(program: string): string {
  const options = ['--import', 'tsx', '--conditions=@model-gateway/source', '--input-type=module'];
  return execFileSync(process.execPath, [...options, '--eval', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
}
