import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  // Node loads the package itself, so that all pages share one copy of it.
  serverExternalPackages: ['care-platform'],
  // Only since care-platform is a link to a folder outside of this one.
  turbopack: { root: join(import.meta.dirname, '../..') },
};

export default config;
