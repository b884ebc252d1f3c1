import type { ReactNode } from 'react';
import { Queries } from './queries';

export const metadata = { title: 'Tasks', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Queries>{children}</Queries>
      </body>
    </html>
  );
}
