/** Collects what must be undone when a part of the page goes away. */
export class Scope {
  private readonly undo: (() => void)[] = [];

  add(action: () => void): void {
    this.undo.push(action);
  }

  dispose(): void {
    for (const action of this.undo.splice(0).reverse()) action();
  }
}
