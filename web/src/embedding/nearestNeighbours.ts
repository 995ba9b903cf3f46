/** The nearest points of every point, itself first, found one row at a time. Exact. */
export class NearestNeighbours {
  readonly indices: number[][] = [];
  readonly distances: number[][] = [];

  /** `points` holds `columns` numbers per point. */
  constructor(
    private readonly points: Float32Array,
    private readonly columns: number,
    private readonly wanted: number,
  ) {}

  get count(): number {
    return this.points.length / this.columns;
  }

  get done(): boolean {
    return this.indices.length === this.count;
  }

  addRow(): void {
    const row = this.indices.length;
    const nearest: number[] = [];
    const squares: number[] = [];
    for (let other = 0; other < this.count; other++) {
      const square = other === row ? 0 : this.squaredDistance(row, other);
      const full = nearest.length === this.wanted;
      if (full && square >= squares[this.wanted - 1]) continue;
      let place = full ? this.wanted - 1 : nearest.length;
      for (; place > 0 && squares[place - 1] > square; place--) {
        squares[place] = squares[place - 1];
        nearest[place] = nearest[place - 1];
      }
      squares[place] = square;
      nearest[place] = other;
    }
    this.indices.push(nearest);
    this.distances.push(squares.map(Math.sqrt));
  }

  private squaredDistance(a: number, b: number): number {
    const { points, columns } = this;
    let sum = 0;
    for (let c = 0; c < columns; c++) {
      const difference = points[a * columns + c] - points[b * columns + c];
      sum += difference * difference;
    }
    return sum;
  }
}
