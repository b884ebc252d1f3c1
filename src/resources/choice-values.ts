// The values alone, in a file without imports: a page can use them without the rest.

export const genderValues = ['m', 'f', 'other', 'unknown'] as const;

export const predicateValues = ['attends', 'supervises'] as const;

/** The complete list of groups is not documented. */
export const groupValues = [
  'application-managers',
  'secretaries',
  'therapists',
  'supervisors',
  'counter-operators',
] as const;

export const contentTypeFilterValues = [
  'diary',
  'template treatment',
  'topic',
  'action plan',
  'template rom planning',
  'template screening',
  'template screening intake',
  'template training',
] as const;
