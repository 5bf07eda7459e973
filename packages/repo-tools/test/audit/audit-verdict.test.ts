import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { advisoryVerdict, signatureVerdict } from '../../src/audit/audit-verdict.ts';

const printed = (report: object, ok = true) => {
  const stdout = JSON.stringify(report);
  return { ok, stdout, output: stdout };
};
const failed = (output: string) => ({ ok: false, stdout: '', output });

const advisory = (severity: string) => ({
  module_name: 'valibot',
  severity,
  title: 'Takes too long',
  url: 'https://example.com/GHSA-1',
  patched_versions: '>=2.0.0',
  findings: [{ version: '1.5.0', paths: ['packages__core>valibot'] }],
});
const audit = (...severities: string[]) => ({
  advisories: Object.fromEntries(severities.map((severity, id) => [id, advisory(severity)])),
  metadata: { totalDependencies: 814 },
});

const BAD_RESPONSE =
  'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × The audit endpoint (at https://registry/) responded with 405:';

describe('the verdict on advisories', () => {
  it('is good without any', () => {
    assert.deepEqual(advisoryVerdict(printed(audit())), {
      ok: true,
      text: 'advisories: 814 packages, 0 advisories of high severity, 0 below',
    });
  });

  it('is good with one of low severity, which it mentions', () => {
    const { ok, text } = advisoryVerdict(printed(audit('low', 'moderate'), false));
    assert.equal(ok, true);
    assert.match(text, /2 below$/);
  });

  for (const severity of ['high', 'critical']) {
    it(`is bad with one of ${severity} severity, and says what helps`, () => {
      assert.deepEqual(advisoryVerdict(printed(audit('low', severity), false)), {
        ok: false,
        text:
          'advisories: 814 packages, 1 advisories of high severity, 1 below\n' +
          `  valibot 1.5.0: ${severity}: Takes too long\n` +
          '    https://example.com/GHSA-1; fixed in >=2.0.0; by packages__core>valibot',
      });
    });
  }

  for (const output of [BAD_RESPONSE, 'client error (Connect)\ntcp connect error']) {
    it(`is good where the registry does not answer: ${output.slice(0, 40)}`, () => {
      assert.deepEqual(advisoryVerdict(failed(output)), {
        ok: true,
        text: 'advisories: skipped: the registry does not answer audits',
      });
    });
  }

  it('is bad when the audit itself fails', () => {
    assert.deepEqual(advisoryVerdict(failed('ERR_PNPM_NO_LOCKFILE')), {
      ok: false,
      text: 'advisories: ERR_PNPM_NO_LOCKFILE',
    });
  });
});

describe('the verdict on signatures', () => {
  const report = { audited: 3, verified: 2, missing: ['a'], invalid: [] };

  it('is good when none is invalid', () => {
    assert.deepEqual(signatureVerdict(printed(report)), {
      ok: true,
      text: 'signatures: 2 of 3 verified, 1 missing, 0 invalid',
    });
  });

  it('is bad when one is invalid', () => {
    const { ok, text } = signatureVerdict(printed({ ...report, invalid: [{ name: 'b' }] }, false));
    assert.equal(ok, false);
    assert.match(text, /1 invalid\n {2}\{"name":"b"\}$/);
  });

  it('is good where the registry publishes no keys, or does not answer', () => {
    const none = { audited: 0, verified: 0, missing: [], invalid: [] };
    assert.match(signatureVerdict(printed(none)).text, /skipped: the registry publishes no keys/);
    assert.equal(signatureVerdict(printed(none)).ok, true);
    assert.match(signatureVerdict(failed(BAD_RESPONSE)).text, /skipped: the registry does not/);
  });
});
