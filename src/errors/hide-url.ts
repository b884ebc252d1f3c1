/** Keeps a URL in a function, which no inspection opens. Not in a private member, which a Proxy does not have. */
export function hideUrl(error: Error, name: string, url: string | undefined): void {
  // Configurable, so that a Proxy may return a bound function instead.
  Object.defineProperty(error, name, { value: () => url, configurable: true });
}
