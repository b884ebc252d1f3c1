/** The `mapLink` of `base`: moves a link to the origin and path prefix of the base URL. Both end in `…/api/2`. */
export function mapToBase(link: URL, root: URL): URL {
  const path = /\/api\/2(?:\/(.*))?$/.exec(link.pathname);
  if (path === null) return link;
  const mapped = new URL(path[1] ?? '', root);
  mapped.search = link.search;
  return mapped;
}
