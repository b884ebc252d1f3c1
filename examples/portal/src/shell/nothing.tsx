import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Replaces an empty list. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <Text className="card" c="dimmed">
      {children}
    </Text>
  );
}
