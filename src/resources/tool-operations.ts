import { once, withNames } from './writes/operations.js';

/** The write of tools. */
export const toolOperations = withNames({
  /** `addTool`. */
  addTool: once(
    'it can send a mail, and the same content may be added twice',
    "Tools cannot be listed: search the user's tasks, or the web application, for that content.",
  ),
});
