import type { MantineColorSchemeManager } from '@mantine/core';

/** Mantine keeps the choice in `localStorage`. Here nothing is stored, and a reload follows the system again. */
export const coloursInMemory: MantineColorSchemeManager = {
  get: (byDefault) => byDefault,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};
