// The statements of C code as text: lists of statements with their offsets, and where a statement could be put between them.

export interface Item {
  readonly start: number;
  readonly end: number;
  /** Whether something can stand in front of it: not of the label of a switch. */
  readonly front: boolean;
  /** The bodies and blocks inside it. */
  readonly regions: readonly Region[];
}

/** A list of statements: in braces, or one statement without them that is the body of another. */
export interface Region {
  readonly braced: boolean;
  readonly items: readonly Item[];
  /** The start of the statement whose body it is. */
  readonly owner: number;
}

/** A place between statements. */
export interface Point {
  readonly item: Item;
  readonly behind: boolean;
  /** The body that needs braces for it. */
  readonly unbraced?: Region;
  /** The number of regions around it. Of two regions that end at the same place, the inner one ends first. */
  readonly depth: number;
}

/** In front of every statement, and behind those that none follows. */
export function pointsOf(regions: readonly Region[]): Point[] {
  const points: Point[] = [];
  const visit = (region: Region, depth: number): void => {
    const { items } = region;
    const unbraced = region.braced ? {} : { unbraced: region };
    items.forEach((item, i) => {
      if (item.front) points.push({ item, behind: false, depth, ...unbraced });
      for (const inner of item.regions) visit(inner, depth + 1);
      if (item.front && items[i + 1]?.front !== true) points.push({ item, behind: true, depth, ...unbraced });
    });
  };
  for (const region of regions) visit(region, 0);
  return points;
}
