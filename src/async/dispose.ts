// Safari has neither symbol, and Chrome had none before 134: a private one stands for it there, which names no method.

export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol();

export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol();
