import type { CommandOutcome } from '../run-command.ts';

/** The registry's verdict on the packages in the lockfile, as text for the terminal. */
export interface AuditVerdict {
  readonly ok: boolean;
  readonly text: string;
}

/** The part of the output of `pnpm audit --json` that is read. */
interface AuditReport {
  readonly advisories: Readonly<
    Record<
      string,
      {
        readonly module_name: string;
        readonly severity: string;
        readonly title: string;
        readonly url: string;
        readonly patched_versions?: string;
        readonly findings: readonly {
          readonly version: string;
          readonly paths: readonly string[];
        }[];
      }
    >
  >;
  readonly metadata: { readonly totalDependencies: number };
}

const FAILING = ['high', 'critical'];
/** No answer, or not that of an audit endpoint, such as a mirror's 405. */
const REGISTRY_IS_SILENT = /ERR_PNPM_AUDIT_|client error \(Connect\)|dns error|timed out/;

/**
 * Checks known advisories: fails for one of high or critical severity, and mentions the others. If
 * the registry does not answer audits, the check passes and says so.
 */
export function advisoryVerdict({ ok, stdout, output }: CommandOutcome): AuditVerdict {
  const report = parsed(stdout);
  if (report === undefined) {
    if (REGISTRY_IS_SILENT.test(output)) {
      return { ok: true, text: 'advisories: skipped: the registry does not answer audits' };
    }
    return { ok, text: `advisories: ${output}` };
  }
  // pnpm prints this form.
  const { advisories, metadata } = report as AuditReport;
  const all = Object.values(advisories);
  const bad = all.filter(({ severity }) => FAILING.includes(severity));
  const minor = all.length - bad.length;
  const sum = `${metadata.totalDependencies} packages, ${bad.length} advisories of high severity, ${minor} below`;
  return {
    ok: bad.length === 0,
    text: [
      `advisories: ${sum}`,
      ...bad.map(
        ({ module_name, severity, title, url, patched_versions, findings }) =>
          `  ${module_name} ${findings.map(({ version }) => version).join(', ')}: ${severity}: ${title}\n` +
          `    ${url}; fixed in ${patched_versions ?? 'no version yet'}; by ${findings[0]?.paths[0] ?? 'an unknown path'}`,
      ),
    ].join('\n'),
  };
}

/** The part of the output of `pnpm audit signatures --json` that is read. */
interface SignatureReport {
  readonly audited: number;
  readonly verified: number;
  readonly missing: readonly unknown[];
  readonly invalid: readonly unknown[];
}

/** Checks the registry's signatures: fails for an invalid one; reports a mirror without keys. */
export function signatureVerdict({ ok, stdout, output }: CommandOutcome): AuditVerdict {
  const report = parsed(stdout);
  if (report === undefined) {
    if (REGISTRY_IS_SILENT.test(output)) {
      return { ok: true, text: 'signatures: skipped: the registry does not answer audits' };
    }
    return { ok, text: `signatures: ${output}` };
  }
  // pnpm prints this form.
  const { audited, verified, missing, invalid } = report as SignatureReport;
  if (audited === 0) {
    return { ok: true, text: 'signatures: skipped: the registry publishes no keys' };
  }
  return {
    ok: invalid.length === 0,
    text: [
      `signatures: ${verified} of ${audited} verified, ${missing.length} missing, ${invalid.length} invalid`,
      ...invalid.map((entry) => `  ${JSON.stringify(entry)}`),
    ].join('\n'),
  };
}

function parsed(stdout: string): object | undefined {
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
