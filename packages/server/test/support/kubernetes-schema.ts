import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

/** What kubernetes-models makes of the OpenAPI document of Kubernetes: a class for each kind. */
type Kinds = Readonly<
  Record<string, (new (manifest: unknown) => { validate(): void }) | undefined>
>;

/**
 * Returns how manifests break the Kubernetes API. The validators know values but pass members that
 * do not exist; the types know members, as `kubectl apply --validate=strict` does.
 */
export async function kubernetesProblems(text: string): Promise<string[]> {
  const manifests = parseAllDocuments(text).map((document): unknown => document.toJS());
  const problems = await Promise.all(manifests.map(valueProblems));
  return [...problems.flat(), ...memberProblems(manifests)];
}

async function valueProblems(manifest: unknown): Promise<string[]> {
  const { apiVersion, kind } = nameOf(manifest);
  try {
    const kinds: Kinds = await import(`kubernetes-models/${apiVersion}`);
    const Kind = kinds[kind];
    if (Kind === undefined) return [`Kubernetes has no ${apiVersion} ${kind}`];
    new Kind(manifest).validate();
    return [];
  } catch (error) {
    return [`${apiVersion} ${kind}: ${String(error)}`];
  }
}

/** Compiles the manifests as literals of their types: such a literal may hold no other member. */
function memberProblems(manifests: readonly unknown[]): string[] {
  const source = manifests.map((manifest, index) => {
    const { apiVersion, kind } = nameOf(manifest);
    return `import type { I${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}';
export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`;
  });
  const file = fileURLToPath(new URL('manifests.ts', import.meta.url));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, version) =>
    name === file
      ? ts.createSourceFile(name, source.join('\n'), version)
      : getSourceFile(name, version);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

function nameOf(manifest: unknown): { apiVersion: string; kind: string } {
  // A manifest without them is refused: the module `kubernetes-models/undefined` does not exist.
  const { apiVersion, kind } = manifest as Readonly<Record<string, unknown>>;
  return { apiVersion: String(apiVersion), kind: String(kind) };
}
