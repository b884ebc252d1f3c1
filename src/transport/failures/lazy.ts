/** What explains a failure is a lazy module, since few calls fail. Without it a failure has fewer details, never another class. */
export const loadExplanations = () => import('./explanations.js').catch(() => undefined);
