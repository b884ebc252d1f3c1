/** A schema of an object, for pages. `object-schema.node.ts` is faster, but compiles code, which a page may forbid. */
export { object as objectSchema } from 'zod/mini';
