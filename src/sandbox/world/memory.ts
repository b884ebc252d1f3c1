/**
 * Everything that a world holds, by name: maps, lists and records of plain data. So it can be saved and restored as a
 * whole. What is kept elsewhere is lost.
 */
export class Memory {
  readonly parts: Map<string, unknown>;

  constructor(parts = new Map<string, unknown>()) {
    this.parts = parts;
  }

  /** The restored part of this name, or else a new one. */
  part<Part>(name: string, create: () => Part): Part {
    if (!this.parts.has(name)) this.parts.set(name, create());
    return this.parts.get(name) as Part;
  }
}
