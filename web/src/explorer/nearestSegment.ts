import type { Point } from './graphView';

function squaredDistance(point: Point, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const place = Math.min(Math.max(along, 0), 1);
  const ex = from.x + place * dx - point.x;
  const ey = from.y + place * dy - point.y;
  return ex * ex + ey * ey;
}

/** Which of the segments (ends one after the other) is nearest to the point, at most `limit` away. */
export function nearestSegment(
  point: Point,
  ends: number[],
  places: Map<number, Point>,
  limit: number,
): number | null {
  let nearest: number | null = null;
  let smallest = limit * limit;
  for (let e = 0; e < ends.length; e += 2) {
    const from = places.get(ends[e]);
    const to = places.get(ends[e + 1]);
    if (!from || !to) continue;
    const distance = squaredDistance(point, from, to);
    if (distance <= smallest) {
      smallest = distance;
      nearest = e / 2;
    }
  }
  return nearest;
}
