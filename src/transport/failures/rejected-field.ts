/** Fields that a request does not need. Workers reject `cache` if their compatibility date is before 2024-11-11. */
type Dispensable = 'cache' | 'credentials' | 'referrerPolicy';

const rejection =
  /'(cache|credentials|referrerPolicy)' field .*not implemented|unsupported (cache) mode|\b(cache|credentials|referrerPolicy) (?:field|option|mode|property|is) .*(?:not implemented|not supported|unsupported)/i;

/** The option that `fetch` does not accept. Nothing has been sent then. */
export function fieldOfRejection(thrown: unknown, init: object): Dispensable | undefined {
  const message: unknown = Reflect.get(Object(thrown), 'message');
  const named = rejection
    .exec(typeof message === 'string' ? message : '')
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase();
  const fields: readonly Dispensable[] = ['cache', 'credentials', 'referrerPolicy'];
  return fields.find((field) => field.toLowerCase() === named && field in init);
}
