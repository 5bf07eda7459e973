/** `paint-1` → `Paint 1`: a slug as people write a name. */
export function titled(slug: string): string {
  return slug
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ');
}
