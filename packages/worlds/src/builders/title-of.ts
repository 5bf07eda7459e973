/** Returns the name for a slug: `paint-1` → `Paint 1`. */
export function titleOf(slug: string): string {
  return slug
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ');
}
