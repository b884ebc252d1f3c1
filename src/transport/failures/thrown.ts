/** Carries a value that `fetch` threw through ky, which would wrap it. */
export class FetchFailure extends Error {
  readonly thrown: unknown;
  /** `true` if it was thrown synchronously: a `fetch` that has sent something rejects instead. */
  readonly isSync: boolean;

  constructor(thrown: unknown, isSync: boolean) {
    super();
    this.thrown = thrown;
    this.isSync = isSync;
  }
}

export interface Layer {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly hostname?: unknown;
  readonly port?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const maxWrappings = 5;

/** `fetch` and ky wrap the cause. If several addresses were tried, the first counts. */
export function layersOf(thrown: unknown): Layer[] {
  const layers: Layer[] = [];
  for (let layer: unknown = thrown; isObject(layer) && layers.length < maxWrappings; ) {
    layers.push(layer);
    layer = firstOf(layer.errors) ?? layer.cause;
  }
  return layers;
}

export function firstOf(errors: unknown): unknown {
  return Array.isArray(errors) ? errors[0] : undefined;
}

export function isObject(value: unknown): value is Layer & object {
  return typeof value === 'object' && value !== null;
}

const code = /^\w{1,60}$/;

/** The code of a failure, if it looks like one. */
export function codeOf(layer: Layer): string | undefined {
  return typeof layer.code === 'string' && code.test(layer.code) ? layer.code : undefined;
}
