import type { RequestIssue } from '../errors.ts';
import type { ImageFormat } from '../ports/image-provider.ts';
import type { ImageRequest } from '../resources/image-request.ts';
import { resolveGeometry, type Geometry } from './geometry.ts';

/** A request whose parameters agree, before it is known which endpoint can do it. */
export interface CheckedImageRequest {
  readonly request: ImageRequest;
  readonly geometry: Geometry;
  /** The format asked for, or that the background needs. */
  readonly format: ImageFormat | undefined;
}

/** Checks what a schema cannot: parameters that contradict each other. Source: contract §4.2. */
export function checkImageRequest(
  request: ImageRequest,
): CheckedImageRequest | readonly RequestIssue[] {
  const geometry = resolveGeometry(request);
  const issues: RequestIssue[] = 'length' in geometry ? [...geometry] : [];
  const { background, output_format: format } = request;
  const isTransparent = background === 'transparent';
  if (isTransparent && (format === 'jpeg' || format === 'svg')) {
    issues.push({
      path: 'background',
      message: `background transparent needs output_format png or webp, got ${format}`,
    });
  }
  if ('length' in geometry || issues.length > 0) return issues;
  return { request, geometry, format: format ?? (isTransparent ? 'png' : undefined) };
}
