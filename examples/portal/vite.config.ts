import react from '@vitejs/plugin-react';
import { msw } from 'msw/vite';
import { defineConfig, type Plugin } from 'vite';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** `CARE_BASE_URL=https://app.example.org/api/2 npm run portal`: one or more, with spaces between them. */
const baseUrls = (process.env.CARE_BASE_URL ?? '').split(/\s+/).filter((url) => url !== '');
const policy = contentSecurityPolicy(baseUrls);

/** In the page itself, so that it holds on every server. Vite's own scripts for development are inline. */
const policyInPage: Plugin = {
  name: 'policy-in-page',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
};

export default defineConfig({
  plugins: [react(), msw({ mode: 'worker-only' }), policyInPage],
  define: { 'import.meta.env.CARE_BASE_URL': JSON.stringify(baseUrls[0] ?? '') },
  // The package is linked from the checkout, which has another copy of msw.
  resolve: { dedupe: ['msw'] },
  build: { target: 'es2024', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700 },
  preview: {
    host: '127.0.0.1',
    port: 4180,
    headers: {
      'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  },
});
