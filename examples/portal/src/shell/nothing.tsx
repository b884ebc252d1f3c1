import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** In place of a list that is empty. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <Text className="card" c="dimmed">
      {children}
    </Text>
  );
}
