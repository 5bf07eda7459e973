import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInThisContext } from 'node:vm';
import { compileModulesWithFile } from '../../src/build/compile-with-file.ts';

const REQUIRE = `var wrap = (run) => () => { const module = { exports: {} };
  (typeof run === 'function' ? run : Object.values(run)[0])(module.exports, module);
  return module.exports; };`;

describe('CommonJS modules in a bundle', () => {
  const cases: readonly [what: string, code: string, expected: string][] = [
    ['a function', 'var a=wrap((e,t)=>{t.exports=1});', 'var a=wrap(((e,t)=>{t.exports=1}));'],
    [
      'a method with the name of its file',
      'var a=wrap({"a.js"(exports,module){module.exports=1}});',
      'var a=wrap({"a.js":(function(exports,module){module.exports=1})});',
    ],
    [
      'several in one statement',
      'var a=wrap((e,t)=>{t.exports=1}),x=2,b=wrap({"b.js"(e,t){t.exports=1}});',
      'var a=wrap(((e,t)=>{t.exports=1})),x=2,b=wrap({"b.js":(function(e,t){t.exports=1})});',
    ],
  ];
  for (const [what, code, expected] of cases) {
    it(`stand in parentheses: ${what}`, () => {
      const compiled = compileModulesWithFile('bundle.js', code);
      assert.equal(compiled, expected);
      assert.equal(runInThisContext(`(() => {${REQUIRE}${compiled}return a();})()`), 1);
    });
  }

  const others = [
    'var a=list.map((e)=>e.name);',
    'var a=make("name",(e)=>{use(e)});',
    'var a=make({get value(){return 1}});',
    'var a=make({name(){return 1}});',
    'function b(){var a=wrap((e,t)=>{t.exports=1})}',
    'wrap((e,t)=>{t.exports=1});',
  ];
  for (const code of others) {
    it(`are nothing else, such as ${code}`, () => {
      assert.equal(compileModulesWithFile('bundle.js', code), code);
    });
  }
});
