import { checkPackage, type Analysis, type Problem } from '@arethetypeswrong/core';
import { problemAffectsResolutionKind, problemKindInfo } from '@arethetypeswrong/core/problems';
import type { PackedPackage } from './pack-packages.ts';

/** The resolutions of attw's profile node16: everything but that of Node 10, which has no exports. */
const RESOLUTIONS = ['node16-cjs', 'node16-esm', 'bundler'] as const;

/** Returns where the types of a packed package disagree with its JavaScript. */
export async function typesProblems({ contents }: PackedPackage): Promise<readonly string[]> {
  const analysis = await checkPackage(contents);
  if (analysis.types === false) return ['The package has no types.'];
  return analysis.problems
    .filter((problem) =>
      RESOLUTIONS.some((kind) => problemAffectsResolutionKind(problem, kind, analysis)),
    )
    .map((problem) => describe(problem, analysis));
}

function describe(problem: Problem, { packageName }: Analysis): string {
  const { title, shortDescription, docsUrl } = problemKindInfo[problem.kind];
  const where =
    'entrypoint' in problem
      ? `${problem.entrypoint} from ${problem.resolutionKind}`
      : 'fileName' in problem
        ? problem.fileName
        : problem.typesFileName;
  return `${title} (${packageName}, ${where}): ${shortDescription}. ${docsUrl}`;
}
