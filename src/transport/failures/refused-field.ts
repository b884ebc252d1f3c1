/** Fields that a request can do without. Workers refuse `cache` if their compatibility date is before 2024-11-11. */
type Dispensable = 'cache' | 'credentials' | 'referrerPolicy';

const refusal =
  /'(cache|credentials|referrerPolicy)' field .*not implemented|unsupported (cache) mode|\b(cache|credentials|referrerPolicy) (?:field|option|mode|property|is) .*(?:not implemented|not supported|unsupported)/i;

/** The field of its options that `fetch` does not accept. It has sent nothing then. */
export function fieldOfRefusal(thrown: unknown, init: object): Dispensable | undefined {
  const message: unknown = Reflect.get(Object(thrown), 'message');
  const named = refusal
    .exec(typeof message === 'string' ? message : '')
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase();
  const fields: readonly Dispensable[] = ['cache', 'credentials', 'referrerPolicy'];
  return fields.find((field) => field.toLowerCase() === named && field in init);
}
