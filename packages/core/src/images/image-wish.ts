import type { RequestIssue } from '../errors.ts';
import type { ImageFormat } from '../ports/image-provider.ts';
import type { ImageRequest } from '../resources/image-request.ts';
import { resolveGeometry, type Geometry } from './geometry.ts';

/** What a request asks for, before it is known who can do it. */
export interface ImageWish {
  readonly request: ImageRequest;
  readonly geometry: Geometry;
  /** The format asked for, or that the background needs. */
  readonly format: ImageFormat | undefined;
}

/** Checks what no schema can: parameters that contradict each other. Source: decisions §4.2. */
export function readImageWish(request: ImageRequest): ImageWish | readonly RequestIssue[] {
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
