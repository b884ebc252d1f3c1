/** The options of `care-platform sandbox`, with defaults filled in. */
export interface SandboxArguments {
  readonly port: number;
  readonly host: string;
  readonly clients?: number;
  readonly people?: string;
  readonly seed?: number;
  readonly state?: string;
  readonly limits: 'on' | 'off';
  readonly clock?: Date;
  readonly frozen?: true;
  readonly cors: readonly string[];
  readonly allowHost: readonly string[];
  readonly tls?: true;
  readonly tlsCa?: string;
  readonly quiet?: true;
  readonly env?: true;
  readonly role: string;
}
