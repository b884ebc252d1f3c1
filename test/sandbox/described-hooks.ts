/** A hook as the sandbox describes it to callers of other languages. */
export interface DescribedHook {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly optional: boolean; readonly schema: object }[];
  readonly example: readonly unknown[];
}

export async function describedHooks({ url }: { readonly url: string }): Promise<readonly DescribedHook[]> {
  return (await fetch(`${url}/_sandbox/hooks`)).json() as Promise<readonly DescribedHook[]>;
}
